gpipe_units = np.int64(32)
one_f_one_b_units = int(4.0)

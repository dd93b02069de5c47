gpipe_units = 8 * 4
one_f_one_b_units = min(32, 4)

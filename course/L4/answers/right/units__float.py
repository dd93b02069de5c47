gpipe_units = 32.0
one_f_one_b_units = 4

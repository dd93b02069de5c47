# diagnosis: is what the last stage holds
gpipe_units = 32
one_f_one_b_units = 1

# diagnosis: adds D
gpipe_units = 36
one_f_one_b_units = 4

# diagnosis: is the number of stages
gpipe_units = 4
one_f_one_b_units = 32

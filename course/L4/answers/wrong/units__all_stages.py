# diagnosis: adds up all stages
gpipe_units = 128
one_f_one_b_units = 4

# diagnosis: divides M by D
gpipe_units = 32
one_f_one_b_units = 8

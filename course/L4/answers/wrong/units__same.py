# diagnosis: counts what GPipe holds
gpipe_units = 32
one_f_one_b_units = 32

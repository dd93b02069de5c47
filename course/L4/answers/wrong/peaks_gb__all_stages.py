# diagnosis: is all stages together
gpipe_gb = 192
one_f_one_b_gb = 6
saving_gb = 186
times_less = 32

# diagnosis: counts units, not GB
gpipe_gb = 48
one_f_one_b_gb = 6
saving_gb = 28
times_less = 8

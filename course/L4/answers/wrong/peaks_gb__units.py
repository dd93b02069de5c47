# diagnosis: counts units; each takes 1.5 GB
gpipe_gb = 32
one_f_one_b_gb = 4
saving_gb = 28
times_less = 8

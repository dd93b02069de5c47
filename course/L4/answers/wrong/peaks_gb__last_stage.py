# diagnosis: is the last stage
gpipe_gb = 48
one_f_one_b_gb = 1.5
saving_gb = 46.5
times_less = 32

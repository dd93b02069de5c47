# diagnosis: is a share in percent
gpipe_gb = 48
one_f_one_b_gb = 6
saving_gb = 87.5
times_less = 8

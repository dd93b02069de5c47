# diagnosis: divides what is saved
gpipe_gb = 48
one_f_one_b_gb = 6
saving_gb = 42
times_less = 7

# diagnosis: is what 1F1B needs
gpipe_gb = 6
one_f_one_b_gb = 48
saving_gb = 42
times_less = 8

# diagnosis: is how many times less; asked for is how many GB less
gpipe_gb = 48
one_f_one_b_gb = 6
saving_gb = 8
times_less = 42

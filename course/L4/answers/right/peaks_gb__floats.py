gpipe_gb = 32 * 1.5
one_f_one_b_gb = 4 * 1.5
saving_gb = 28 * 1.5
times_less = 32 / 4

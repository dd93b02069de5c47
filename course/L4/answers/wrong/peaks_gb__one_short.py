# diagnosis: leaves out what the stage works on
gpipe_gb = 48
one_f_one_b_gb = 4.5
saving_gb = 43.5
times_less = 10.7

# diagnosis: leaves out the micro-batch that the stage works on
gpipe_units = 32
one_f_one_b_units = 3

# diagnosis: holds the float 1024.0; make it an int, with //
W_i_shape = (1024, 4096 / 4)
Y_i_shape = (8, 4096 / 4)
Y_shape = (8, 4096)

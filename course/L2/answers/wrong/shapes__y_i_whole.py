# diagnosis: has the whole width
W_i_shape = (1024, 1024)
Y_i_shape = (8, 4096)
Y_shape = (8, 4096)

# diagnosis: rows come first
W_i_shape = (1024, 1024)
Y_i_shape = (1024, 8)
Y_shape = (4096, 8)

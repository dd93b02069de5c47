# diagnosis: has fewer samples
W_i_shape = (1024, 1024)
Y_i_shape = (2, 1024)
Y_shape = (8, 4096)

# diagnosis: side by side
W_i_shape = (1024, 1024)
Y_i_shape = (8, 1024)
Y_shape = (8, 1024)

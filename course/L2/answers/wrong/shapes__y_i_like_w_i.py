# diagnosis: the rows of its first factor
W_i_shape = (1024, 1024)
Y_i_shape = (1024, 1024)
Y_shape = (8, 4096)

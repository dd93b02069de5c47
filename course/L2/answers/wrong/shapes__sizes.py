# diagnosis: give a pair
W_i_shape = 1048576
Y_i_shape = 8192
Y_shape = 32768

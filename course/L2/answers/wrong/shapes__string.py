# diagnosis: is the string
W_i_shape = "1024x1024"
Y_i_shape = "8x1024"
Y_shape = "8x4096"

# diagnosis: cut between the rows
W_i_shape = (256, 4096)
Y_i_shape = (8, 4096)
Y_shape = (8, 4096)

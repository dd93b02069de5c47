W_i_shape = (1024, 4096 // 4)
Y_i_shape = (8, W_i_shape[1])
Y_shape = np.empty((8, 4096)).shape

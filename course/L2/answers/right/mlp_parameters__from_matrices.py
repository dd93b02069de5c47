W1, W2 = (2048, 8192), (8192, 2048)
parameters_in_all = np.prod(W1) + np.prod(W2)
parameters_per_device = np.int64(2048 * 1024 + 1024 * 2048)
fraction_per_device = np.float32(1 / 8)

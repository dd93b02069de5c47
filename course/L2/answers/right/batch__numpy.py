batch = np.int64(16) << 3

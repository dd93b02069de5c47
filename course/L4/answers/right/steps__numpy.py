steps = np.int64(32) // 4

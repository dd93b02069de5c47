bubble = 1 - np.float64(32) / 36

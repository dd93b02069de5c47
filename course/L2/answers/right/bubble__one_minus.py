bubble = 1 - np.float64(16) / 19

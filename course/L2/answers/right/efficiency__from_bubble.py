D = 6
efficiency_1 = 1 - (D - 1) / D
efficiency_25 = np.float32(1 - 5 / 30)
efficiency_limit = 1 - 0

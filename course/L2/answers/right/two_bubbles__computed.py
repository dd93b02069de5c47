D, M = 8, 24
idle_over_total = (D - 1) / (M + D - 1)
idle_over_ideal = np.float32((D - 1) / M)

speedup_of_4 = np.float32(400) / (400 / 4 + 50)

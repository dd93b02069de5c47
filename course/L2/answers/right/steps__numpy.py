steps = np.arange(0, 32, 2).size

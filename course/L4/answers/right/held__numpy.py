held_0, held_3, held_5 = np.minimum(4, 6 - np.array([0, 3, 5]))

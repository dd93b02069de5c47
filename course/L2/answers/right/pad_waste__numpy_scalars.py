columns_per_device = np.int32(7)
pad_waste = np.float32(0.12)

columns_per_device = -(-50 // 8)
pad_waste = (8 * columns_per_device - 50) / 50

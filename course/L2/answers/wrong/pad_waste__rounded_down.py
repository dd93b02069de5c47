# diagnosis: round up
columns_per_device = 50 // 8
pad_waste = 2 / 50

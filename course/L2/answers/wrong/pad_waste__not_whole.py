# diagnosis: no whole number
columns_per_device = 50 / 8
pad_waste = 0.12

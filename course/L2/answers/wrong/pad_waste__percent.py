# diagnosis: a percentage is 100 times
columns_per_device = 7
pad_waste = 12

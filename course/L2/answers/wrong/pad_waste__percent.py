# diagnosis: is it a percentage
columns_per_device = 7
pad_waste = 12

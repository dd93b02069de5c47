# diagnosis: compare with the 50 columns
columns_per_device = 7
pad_waste = 6 / 8

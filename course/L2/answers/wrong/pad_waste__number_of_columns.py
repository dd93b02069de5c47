# diagnosis: pad_waste, of 50 columns: is 6
columns_per_device = 7
pad_waste = 6

# diagnosis: the other share
columns_per_device = 7
pad_waste = 44 / 50

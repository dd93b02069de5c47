# diagnosis: of all devices together
columns_per_device = 56
pad_waste = 6 / 50

# diagnosis: compares with the padded width
columns_per_device = 7
pad_waste = 6 / 56

# diagnosis: missing to the next multiple
columns_per_device = 7
pad_waste = 2 / 50

# diagnosis: is the string
columns_per_device = 7
pad_waste = "12%"

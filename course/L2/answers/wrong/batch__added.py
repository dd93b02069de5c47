# diagnosis: adds k and b
batch = 8 + 16

steps = 8

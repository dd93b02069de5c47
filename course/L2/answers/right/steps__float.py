steps = 32 / 2

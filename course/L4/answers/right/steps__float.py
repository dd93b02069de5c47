steps = 32 / 4

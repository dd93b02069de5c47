# diagnosis: make it an int
steps = 32 / 4

# diagnosis: multiplies
steps = 64

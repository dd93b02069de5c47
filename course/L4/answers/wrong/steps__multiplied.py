# diagnosis: multiplies by k
steps = 32 * 4

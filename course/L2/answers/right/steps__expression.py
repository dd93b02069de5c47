steps = 32 // (2 * 1)

batch = 8 * 16 * 1

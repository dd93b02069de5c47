devices = 2 * 4 * 8
holders = 2
share = 2 / 64

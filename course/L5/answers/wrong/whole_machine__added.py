# diagnosis: adds the sizes
devices = 8 + 4 + 2
holders = 2
share = 1 / 32

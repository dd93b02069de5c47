# diagnosis: has a slice of its own
devices = 64
holders = 8
share = 1 / 32

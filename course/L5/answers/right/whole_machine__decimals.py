devices = 64
holders = 2
share = 0.03125

# diagnosis: is one replica
devices = 32
holders = 2
share = 1 / 32

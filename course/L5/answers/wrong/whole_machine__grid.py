# diagnosis: counts a whole replica
devices = 64
holders = 32
share = 1 / 32

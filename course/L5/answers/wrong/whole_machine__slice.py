# diagnosis: is a share of one stage
devices = 64
holders = 2
share = 1 / 8

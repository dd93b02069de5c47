# diagnosis: above 1
devices = 64
holders = 2
share = 3.125

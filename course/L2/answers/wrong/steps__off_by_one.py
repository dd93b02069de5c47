# diagnosis: off by one
steps = 15

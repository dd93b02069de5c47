# diagnosis: off by one
steps = 7

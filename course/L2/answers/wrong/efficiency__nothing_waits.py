# diagnosis: is no waiting at all
efficiency_1 = 1
efficiency_25 = 25 / 30
efficiency_limit = 1

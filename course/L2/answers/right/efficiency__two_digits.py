efficiency_1 = 0.17
efficiency_25 = 0.83
efficiency_limit = 1

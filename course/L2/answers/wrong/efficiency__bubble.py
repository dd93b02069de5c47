# diagnosis: the other share
efficiency_1 = 5 / 6
efficiency_25 = 5 / 30
efficiency_limit = 0

# diagnosis: is the bubble in the limit
efficiency_1 = 1 / 6
efficiency_25 = 25 / 30
efficiency_limit = 0

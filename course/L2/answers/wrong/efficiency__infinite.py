# diagnosis: is infinite
efficiency_1 = 1 / 6
efficiency_25 = 25 / 30
efficiency_limit = float("inf")

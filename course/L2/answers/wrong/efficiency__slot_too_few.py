# diagnosis: one slot too few
efficiency_1 = 1 / 6
efficiency_25 = 25 / 29
efficiency_limit = 1

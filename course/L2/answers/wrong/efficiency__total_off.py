# diagnosis: one slot too many in the total
efficiency_1 = 1 / 6
efficiency_25 = 25 / 31
efficiency_limit = 1

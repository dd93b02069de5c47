# diagnosis: over ideal, not total time
efficiency_1 = 1 / 6
efficiency_25 = 1 - 5 / 25
efficiency_limit = 1

efficiency_1 = 0.1667
efficiency_25 = 0.833
efficiency_limit = 1.0

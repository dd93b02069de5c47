# diagnosis: or has a digit too few
efficiency_1 = 0.17
efficiency_25 = 0.8
efficiency_limit = 1

# diagnosis: is the efficiency
speedup_of_4 = 0.667

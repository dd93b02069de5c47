efficiency_4 = 0.667
speedup_8 = 4
efficiency_8 = 0.5

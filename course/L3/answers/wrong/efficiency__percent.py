# diagnosis: a percentage
efficiency_4 = 66.7
speedup_8 = 4.0
efficiency_8 = 0.5

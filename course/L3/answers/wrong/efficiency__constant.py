# diagnosis: takes the efficiency for constant
efficiency_4 = 400 / 150 / 4
speedup_8 = 4.0
efficiency_8 = 0.667

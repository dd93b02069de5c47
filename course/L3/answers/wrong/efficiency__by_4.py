# diagnosis: divides by 4; there are 8
efficiency_4 = 400 / 150 / 4
speedup_8 = 4.0
efficiency_8 = 1

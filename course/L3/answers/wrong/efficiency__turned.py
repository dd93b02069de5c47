# diagnosis: 1/S
efficiency_4 = 150 / 400
speedup_8 = 4.0
efficiency_8 = 0.5

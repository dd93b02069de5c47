# diagnosis: is the time of a step in ms
efficiency_4 = 400 / 150 / 4
speedup_8 = 100
efficiency_8 = 0.5

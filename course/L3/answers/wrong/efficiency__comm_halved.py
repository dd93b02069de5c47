# diagnosis: it does not shrink with k
efficiency_4 = 400 / 150 / 4
speedup_8 = 400 / (400 / 8 + 25)
efficiency_8 = 0.5

# diagnosis: the time of a step
speedup_of_4 = 400 / 4 + 50

# diagnosis: the time of an update
speedup_of_4 = 400 / 4 + 50

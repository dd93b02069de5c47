# diagnosis: does not shrink with k
speedup_of_4 = 400 / (450 / 4)

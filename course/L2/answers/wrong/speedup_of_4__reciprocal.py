# diagnosis: the reciprocal
speedup_of_4 = 150 / 400

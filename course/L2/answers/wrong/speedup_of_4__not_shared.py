# diagnosis: does not share T_compute
speedup_of_4 = 400 / (400 + 50)

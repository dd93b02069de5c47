speedup_of_4 = 2.67

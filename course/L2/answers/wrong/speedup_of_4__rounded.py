# diagnosis: rounded too hard
speedup_of_4 = 2.7

# diagnosis: S: is that of the old link
volume = 1.36
T_comm = 5
S = 400 / 150
efficiency_fast = 100 / 105

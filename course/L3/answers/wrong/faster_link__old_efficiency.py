# diagnosis: efficiency_fast: is that of the old link
volume = 1.36
T_comm = 5
S = 400 / 105
efficiency_fast = 0.667

# diagnosis: too large
volume = 1360
T_comm = 5
S = 400 / 105
efficiency_fast = 100 / 105

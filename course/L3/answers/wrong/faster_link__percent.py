# diagnosis: a percentage
volume = 1.36
T_comm = 5
S = 400 / 105
efficiency_fast = 95.2

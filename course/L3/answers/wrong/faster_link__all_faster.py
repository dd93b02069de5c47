# diagnosis: makes the arithmetic faster as well
volume = 1.36
T_comm = 5
S = 400 / 15
efficiency_fast = 100 / 105

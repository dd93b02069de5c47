# diagnosis: small is not zero
volume = 1.36
T_comm = 5
S = 4
efficiency_fast = 100 / 105

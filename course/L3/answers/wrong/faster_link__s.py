# diagnosis: efficiency_fast: is above 1, as S is
volume = 1.36
T_comm = 5
S = 400 / 105
efficiency_fast = 400 / 105

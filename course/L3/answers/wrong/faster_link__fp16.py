# diagnosis: counted in FP16
volume = 0.68
T_comm = 5
S = 400 / 105
efficiency_fast = 100 / 105

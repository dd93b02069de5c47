T_comm = 50
S = 4.8
efficiency = 0.8
S_4 = 5.65
efficiency_4 = 0.941

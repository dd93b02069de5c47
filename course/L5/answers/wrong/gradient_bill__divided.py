# diagnosis: divides T_comm by k
T_comm = 50
S = 1200 / (1250 / 6)
efficiency = 0.8
S_4 = 4800 / 850
efficiency_4 = 800 / 850

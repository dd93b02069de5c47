# diagnosis: is without accumulation
T_comm = 50
S = 4.8
efficiency = 0.8
S_4 = 4800 / 850
efficiency_4 = 0.8

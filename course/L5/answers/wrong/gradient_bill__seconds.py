# diagnosis: is in s
T_comm = 0.05
S = 4.8
efficiency = 0.8
S_4 = 4800 / 850
efficiency_4 = 800 / 850

# diagnosis: is the work of one step only
T_comm = 50
S = 4.8
efficiency = 0.8
S_4 = 1200 / 850
efficiency_4 = 800 / 850

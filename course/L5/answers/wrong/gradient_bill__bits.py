# diagnosis: takes GB for Gbit
T_comm = 400
S = 4.8
efficiency = 0.8
S_4 = 4800 / 850
efficiency_4 = 800 / 850

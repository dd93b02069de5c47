# diagnosis: leaves out T_comm
T_comm = 50
S = 6
efficiency = 0.8
S_4 = 4800 / 850
efficiency_4 = 800 / 850

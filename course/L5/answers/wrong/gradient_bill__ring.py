# diagnosis: is that of a ring
T_comm = 2 * 5 / 6 * 50
S = 1200 / (200 + T_comm)
efficiency = S / 6
S_4 = 4800 / (800 + T_comm)
efficiency_4 = S_4 / 6

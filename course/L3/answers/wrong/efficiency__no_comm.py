# diagnosis: leaves out T_comm
efficiency_4 = 400 / 150 / 4
speedup_8 = 8
efficiency_8 = 0.5

# diagnosis: leaves out T_comm
speedup_of_4 = 4

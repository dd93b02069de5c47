volume = 1.36
T_comm = 5
S = 3.81
efficiency_fast = 0.952

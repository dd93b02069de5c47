volume = 340 * 4 / 1000
T_comm = 5.0
S = 80 / 21
efficiency_fast = 20 / 21

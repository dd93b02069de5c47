# diagnosis: doubles S, as if T_comm were halved
efficiency_4 = 400 / 150 / 4
speedup_8 = 2 * 400 / 150
efficiency_8 = 0.5

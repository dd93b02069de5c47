# diagnosis: takes T_comm twice; it stays 50 ms
efficiency_4 = 400 / 150 / 4
speedup_8 = 400 / (400 / 8 + 2 * 50)
efficiency_8 = speedup_8 / 8

T_comm = 1000 * 2e9 / 40e9
S = 1200 / 250
efficiency = 4.8 / 6
S_4 = 4800 / 850
efficiency_4 = 800 / 850

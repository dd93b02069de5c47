# diagnosis: pays T_comm after each
T_comm = 50
S = 4.8
efficiency = 0.8
S_4 = 4.8
efficiency_4 = 800 / 850

# diagnosis: is the share of a step that T_comm takes
efficiency_4 = 50 / 150
speedup_8 = 4.0
efficiency_8 = 0.5

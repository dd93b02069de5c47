# diagnosis: rounded too hard
efficiency_4 = 0.67
speedup_8 = 4.0
efficiency_8 = 0.5

# diagnosis: efficiency_8: divides the S of 4 devices by 8
efficiency_4 = 400 / 150 / 4
speedup_8 = 4.0
efficiency_8 = 400 / 150 / 8

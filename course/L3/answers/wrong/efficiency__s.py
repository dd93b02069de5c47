# diagnosis: efficiency_4: is above 1, as S is; the efficiency is S/k
efficiency_4 = 400 / 150
speedup_8 = 4.0
efficiency_8 = 4.0

# diagnosis: has nobody to talk to
speedup_of_4 = 450 / 150

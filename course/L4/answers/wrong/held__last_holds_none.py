# diagnosis: is 0
held_0 = 4
held_3 = 3
held_5 = 0

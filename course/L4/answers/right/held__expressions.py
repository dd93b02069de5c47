held_0 = min(4, 6)
held_3 = min(4, 6 - 3)
held_5 = min(4, 6 - 5)

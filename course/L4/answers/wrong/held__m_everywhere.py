# diagnosis: is what stage 0 holds
held_0 = 4
held_3 = 4
held_5 = 4

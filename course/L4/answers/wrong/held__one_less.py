# diagnosis: one short of what stage 0 takes in
held_0 = 3
held_3 = 2
held_5 = 0

# diagnosis: is one slot; each of the 4 stages
useful_slots = 1
bubble_4 = 0.75
bubble_7 = 6 / 7

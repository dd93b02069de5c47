useful_slots = 4
bubble_4 = 0.75
bubble_7 = 0.86

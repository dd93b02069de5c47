useful_slots = 4.0
bubble_4 = 0.75
bubble_7 = 6 / 7

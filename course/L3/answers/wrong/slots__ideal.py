# diagnosis: above 1
useful_slots = 4
bubble_4 = 3
bubble_7 = 6 / 7

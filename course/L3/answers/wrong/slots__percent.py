# diagnosis: a percentage
useful_slots = 4
bubble_4 = 75
bubble_7 = 86

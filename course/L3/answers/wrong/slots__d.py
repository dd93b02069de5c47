# diagnosis: takes D for D − 1
useful_slots = 4
bubble_4 = 0.75
bubble_7 = 7 / 8

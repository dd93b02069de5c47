# diagnosis: the other share
useful_slots = 4
bubble_4 = 0.25
bubble_7 = 6 / 7

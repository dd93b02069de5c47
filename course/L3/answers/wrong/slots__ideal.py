# diagnosis: bubble_4: is above 1, as idle over ideal time may be
useful_slots = 4
bubble_4 = 3
bubble_7 = 6 / 7

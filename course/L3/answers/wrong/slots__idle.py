# diagnosis: counts the idle slots
useful_slots = 12
bubble_4 = 0.75
bubble_7 = 6 / 7

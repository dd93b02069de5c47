useful_slots = 4 * 1
bubble_4 = 1 - 4 / 16
bubble_7 = (7 - 1) / (1 + 7 - 1)

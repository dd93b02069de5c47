# diagnosis: counts every slot as idle
useful_slots = 4
bubble_4 = 4 / 4
bubble_7 = 7 / 7

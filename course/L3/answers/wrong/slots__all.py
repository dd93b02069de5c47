# diagnosis: takes all stages for busy all the time
useful_slots = 16
bubble_4 = 0.75
bubble_7 = 6 / 7

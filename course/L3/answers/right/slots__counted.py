useful_slots = len([(s, s) for s in range(4)])
bubble_4 = 0.75
bubble_7 = 0.857

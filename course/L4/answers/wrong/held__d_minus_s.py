# diagnosis: is D, but no more micro-batches than M
held_0 = 6
held_3 = 3
held_5 = 1

# diagnosis: is D, but no more micro-batches than M
held_0 = 6
held_3 = 6
held_5 = 6

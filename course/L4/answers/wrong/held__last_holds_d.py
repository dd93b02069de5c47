# diagnosis: is D; the last stage goes back
held_0 = 4
held_3 = 3
held_5 = 6

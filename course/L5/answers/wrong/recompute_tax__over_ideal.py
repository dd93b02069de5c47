# diagnosis: over ideal time
bubble_32 = 7 / 32
bubble_64 = 7 / 71
useful_64 = 64 / 71 / (4 / 3)
won = "c"

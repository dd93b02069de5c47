# diagnosis: takes D for D − 1
bubble_32 = 7 / 39
bubble_64 = 8 / 72
useful_64 = 64 / 71 / (4 / 3)
won = "c"

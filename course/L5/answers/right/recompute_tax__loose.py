bubble_32 = 7 / 39
bubble_64 = 7 / 71
useful_64 = (1 - 7 / 71) / 1.33
won = "c"

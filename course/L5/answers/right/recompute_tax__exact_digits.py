bubble_32 = 7 / 39
bubble_64 = 7 / 71
useful_64 = 0.676
won = "c"

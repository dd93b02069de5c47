# diagnosis: leaves out the recomputation
bubble_32 = 7 / 39
bubble_64 = 7 / 71
useful_64 = 64 / 71
won = "c"

# diagnosis: twice the micro-batches fit
bubble_32 = 7 / 39
bubble_64 = 7 / 71
useful_64 = 64 / 71 / (4 / 3)
won = "d"

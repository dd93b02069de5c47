# diagnosis: takes a third off
bubble_32 = 7 / 39
bubble_64 = 7 / 71
useful_64 = 64 / 71 * 2 / 3
won = "c"

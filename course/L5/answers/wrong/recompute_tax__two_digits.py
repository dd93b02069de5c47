# diagnosis: has two significant digits; give three
bubble_32 = 0.179
bubble_64 = 0.099
useful_64 = 0.676
won = "c"

bubble_32 = 0.179
bubble_64 = 0.0986
useful_64 = 0.678
won = "C"

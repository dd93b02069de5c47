# diagnosis: takes D for D − 1 in the numerator
bubble_8 = 4 / 11
bubble_32 = 4 / 35
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 1

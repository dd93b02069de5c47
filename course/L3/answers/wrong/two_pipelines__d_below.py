# diagnosis: takes D for D − 1 in the denominator
bubble_8 = 3 / 12
bubble_32 = 3 / 36
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 1

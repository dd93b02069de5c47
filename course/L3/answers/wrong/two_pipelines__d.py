# diagnosis: takes D for D − 1, twice
bubble_8 = 4 / 12
bubble_32 = 4 / 36
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 1

# diagnosis: a percentage
bubble_8 = 27.3
bubble_32 = 3 / 35
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 1

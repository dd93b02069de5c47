# diagnosis: bubble_32: is a quarter of that with 8
bubble_8 = 3 / 11
bubble_32 = 3 / 44
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 1

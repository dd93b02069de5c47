# diagnosis: is idle over ideal time
bubble_8 = 3 / 8
bubble_32 = 3 / 35
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 1

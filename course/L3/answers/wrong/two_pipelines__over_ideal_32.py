# diagnosis: is idle over ideal time
bubble_8 = 3 / 11
bubble_32 = 3 / 32
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 1

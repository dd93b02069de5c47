bubble_8 = 0.273
bubble_32 = 0.0857
memory_fixed_micro_batch = 4.0
memory_fixed_mini_batch = 1.0

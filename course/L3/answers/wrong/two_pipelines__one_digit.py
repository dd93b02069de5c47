# diagnosis: rounded too hard
bubble_8 = 0.27
bubble_32 = 0.09
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 1

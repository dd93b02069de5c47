# diagnosis: memory_fixed_mini_batch: is the size of one micro-batch
bubble_8 = 3 / 11
bubble_32 = 3 / 35
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 0.25

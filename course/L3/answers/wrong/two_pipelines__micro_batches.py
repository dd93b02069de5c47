# diagnosis: is the number of micro-batches
bubble_8 = 3 / 11
bubble_32 = 3 / 35
memory_fixed_micro_batch = 32
memory_fixed_mini_batch = 1

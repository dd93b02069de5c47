# diagnosis: says that memory is free
bubble_8 = 3 / 11
bubble_32 = 3 / 35
memory_fixed_micro_batch = 1
memory_fixed_mini_batch = 1

# diagnosis: forgets that each micro-batch is a quarter as large
bubble_8 = 3 / 11
bubble_32 = 3 / 35
memory_fixed_micro_batch = 4
memory_fixed_mini_batch = 4

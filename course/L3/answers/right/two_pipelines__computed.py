D = 4
bubble_8, bubble_32 = [(D - 1) / (M + D - 1) for M in (8, 32)]
memory_fixed_micro_batch = 32 // 8
memory_fixed_mini_batch = 32 / 8 * 8 / 32
bubble_8 = bubble_8
bubble_32 = bubble_32

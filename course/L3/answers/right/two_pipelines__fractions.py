from fractions import Fraction

bubble_8 = Fraction(3, 11)
bubble_32 = Fraction(3, 35)
memory_fixed_micro_batch = Fraction(32, 8)
memory_fixed_mini_batch = 1

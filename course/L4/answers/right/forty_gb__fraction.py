from fractions import Fraction

gb_on_each_of_7 = Fraction(320, 7)
devices_of_40 = 8

from fractions import Fraction

in_gb = Fraction(14)
in_gib = Fraction(14 * 10**9, 2**30)

def accumulation_steps(B, b, k):
    from fractions import Fraction

    a = Fraction(B, b * k)
    if a.denominator != 1:
        raise ValueError(f"{a} steps")
    return np.int64(a.numerator)

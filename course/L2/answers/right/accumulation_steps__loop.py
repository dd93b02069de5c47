def accumulation_steps(B, b, k):
    a, seen = 0, 0
    while seen < B:
        a, seen = a + 1, seen + b * k
    if seen != B:
        raise ValueError("b times k does not divide B")
    return a

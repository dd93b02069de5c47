# diagnosis: the reciprocal
def bubble_fraction(D, M):
    return (M + D - 1) / (D - 1) if D > 1 else 0.0

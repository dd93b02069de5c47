def bubble_fraction(D, M):
    return 1 - M / (M + D - 1)

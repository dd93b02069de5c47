# diagnosis: a percentage
def bubble_fraction(D, M):
    return 100 * (D - 1) / (M + D - 1)

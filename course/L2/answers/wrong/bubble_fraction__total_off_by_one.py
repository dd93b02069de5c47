# diagnosis: count them for M = 1
def bubble_fraction(D, M):
    return (D - 1) / (M + D)

# diagnosis: this needs brackets
def bubble_fraction(D, M):
    return D - 1 / (M + D - 1)

# diagnosis: divide by all cells
def bubble_fraction(D, M):
    return D * (D - 1)

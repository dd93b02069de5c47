# diagnosis: floor division
def bubble_fraction(D, M):
    return (D - 1) // (M + D - 1)

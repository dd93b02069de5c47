# diagnosis: what comes out for D = 1
def bubble_fraction(D, M):
    return D / (M + D - 1)

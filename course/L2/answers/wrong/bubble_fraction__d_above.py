# diagnosis: D − 1 slots of waiting, not D
def bubble_fraction(D, M):
    return D / (M + D - 1)

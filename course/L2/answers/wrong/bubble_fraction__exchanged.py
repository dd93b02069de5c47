# diagnosis: D and M are exchanged
def bubble_fraction(D, M):
    return (M - 1) / (M + D - 1)

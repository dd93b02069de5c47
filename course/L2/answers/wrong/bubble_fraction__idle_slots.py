# diagnosis: divide by all its slots
def bubble_fraction(D, M):
    return D - 1

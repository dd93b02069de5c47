# diagnosis: rounded too hard
def bubble_fraction(D, M):
    return round((D - 1) / (M + D - 1), 2)

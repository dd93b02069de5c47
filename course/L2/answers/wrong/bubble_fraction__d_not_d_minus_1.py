# diagnosis: one slot of waiting too many, in idle and in total
def bubble_fraction(D, M):
    return D / (M + D)

# diagnosis: the other share
def bubble_fraction(D, M):
    return M / (M + D - 1)

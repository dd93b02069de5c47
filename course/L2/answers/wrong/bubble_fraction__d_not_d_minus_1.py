# diagnosis: D stages make D − 1 slots
def bubble_fraction(D, M):
    return D / (M + D)

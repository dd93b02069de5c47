# diagnosis: idle over ideal time
def bubble_fraction(D, M):
    return (D - 1) / M

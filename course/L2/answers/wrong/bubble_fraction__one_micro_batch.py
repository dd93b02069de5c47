# diagnosis: how long are 8 of them at work
def bubble_fraction(D, M):
    return (D - 1) / D

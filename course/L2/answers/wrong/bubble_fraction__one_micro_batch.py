# diagnosis: this holds for one micro-batch
def bubble_fraction(D, M):
    return (D - 1) / D

# diagnosis: is the string
def bubble_fraction(D, M):
    return f"{(D - 1) / (M + D - 1):.1%}"

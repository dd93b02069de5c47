# diagnosis: do not round
def accumulation_steps(B, b, k):
    return B // (b * k)

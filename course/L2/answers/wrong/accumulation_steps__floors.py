# diagnosis: look at the remainder
def accumulation_steps(B, b, k):
    return B // (b * k)

# diagnosis: b is left out
def accumulation_steps(B, b, k):
    if B % (b * k):
        raise ValueError
    return B // k

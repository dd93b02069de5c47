# diagnosis: off by one
def accumulation_steps(B, b, k):
    if B % (b * k):
        raise ValueError
    return B // (b * k) - 1

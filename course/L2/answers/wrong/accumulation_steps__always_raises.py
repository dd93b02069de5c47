# diagnosis: raised ValueError, but 6 steps
def accumulation_steps(B, b, k):
    if B / (b * k) != 0:
        raise ValueError
    return B // (b * k)

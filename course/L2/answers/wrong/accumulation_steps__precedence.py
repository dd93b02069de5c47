# diagnosis: at your brackets
def accumulation_steps(B, b, k):
    if B % b * k:
        raise ValueError
    return B // (b * k)

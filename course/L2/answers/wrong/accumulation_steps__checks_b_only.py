# diagnosis: no ValueError
def accumulation_steps(B, b, k):
    if B % b:
        raise ValueError
    return B // (b * k)

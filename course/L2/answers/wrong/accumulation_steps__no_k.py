# diagnosis: k is left out
def accumulation_steps(B, b, k):
    if B % b:
        raise ValueError
    return B // b

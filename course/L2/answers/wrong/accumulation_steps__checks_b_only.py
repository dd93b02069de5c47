# diagnosis: is no multiple of 4·2 = 8
def accumulation_steps(B, b, k):
    if B % b:
        raise ValueError
    return B // (b * k)

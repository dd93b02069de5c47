# diagnosis: steps of 4·2 samples never make 12
def accumulation_steps(B, b, k):
    if B % b:
        raise ValueError
    return B // (b * k)

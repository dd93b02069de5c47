# diagnosis: b and k are added
def accumulation_steps(B, b, k):
    if B % (b * k):
        raise ValueError("no number of steps gives B")
    return B // (b + k)

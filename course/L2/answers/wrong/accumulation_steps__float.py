# diagnosis: make it an int, with //
def accumulation_steps(B, b, k):
    if B % (b * k):
        raise ValueError
    return B / (b * k)

# diagnosis: no whole number
def accumulation_steps(B, b, k):
    if B % (b * k):
        raise ValueError
    return b * k / B

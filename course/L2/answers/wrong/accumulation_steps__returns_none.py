# diagnosis: returned None and raised no ValueError
def accumulation_steps(B, b, k):
    if B % (b * k) == 0:
        return B // (b * k)

# diagnosis: make it an int
def effective_batch(b, k, a):
    return float(b * k * a)

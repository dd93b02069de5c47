# diagnosis: b is left out
def effective_batch(b, k, a):
    return k * a

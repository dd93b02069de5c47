# diagnosis: k is left out
def effective_batch(b, k, a):
    return b * a

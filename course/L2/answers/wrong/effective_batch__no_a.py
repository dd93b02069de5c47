# diagnosis: a is left out
def effective_batch(b, k, a):
    return b * k

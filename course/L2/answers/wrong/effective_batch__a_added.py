# diagnosis: a is added
def effective_batch(b, k, a):
    return b * k + a

# diagnosis: k and a are added
def effective_batch(b, k, a):
    return b * (k + a)

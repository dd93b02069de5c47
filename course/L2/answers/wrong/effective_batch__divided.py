# diagnosis: more accumulation steps are more samples
def effective_batch(b, k, a):
    return b * k // a

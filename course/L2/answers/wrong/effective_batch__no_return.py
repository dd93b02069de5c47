# diagnosis: is None
def effective_batch(b, k, a):
    B = b * k * a

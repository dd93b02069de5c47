# diagnosis: is the string
def effective_batch(b, k, a):
    return f"{b * k * a} samples"

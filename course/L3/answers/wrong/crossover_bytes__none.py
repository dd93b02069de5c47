# diagnosis: is None
def crossover_bytes(k, alpha, beta):
    if k < 4:
        return None
    levels = (k - 1).bit_length()
    return (k - 1 - levels) * alpha / ((levels - (k - 1) / k) * beta)

# diagnosis: so they are too few; has the ring two halves
def crossover_bytes(k, alpha, beta):
    if k < 4:
        return 0.0
    levels = (k - 1).bit_length()
    return (k - 1 - 2 * levels) * alpha / ((2 * levels - (k - 1) / k) * beta)

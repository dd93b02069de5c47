# diagnosis: so they are too many; does the tree come down again
def crossover_bytes(k, alpha, beta):
    if k < 4:
        return 0.0
    levels = (k - 1).bit_length()
    return (2 * (k - 1) - levels) * alpha / ((levels - 2 * (k - 1) / k) * beta)

# diagnosis: so they are too many
def crossover_bytes(k, alpha, beta):
    return (2 * (k - 1) - (k - 1).bit_length()) * alpha / (((k - 1).bit_length() - (k - 1) / k) * beta) if k > 3 else 0.0

# diagnosis: is slower at these bytes
def crossover_bytes(k, alpha, beta):
    return (k - 1 - (k - 1).bit_length()) * alpha / (((k - 1).bit_length() - 1) * beta) if k > 3 else 0.0

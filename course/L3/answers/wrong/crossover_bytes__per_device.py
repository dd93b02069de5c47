# diagnosis: below 1000
def crossover_bytes(k, alpha, beta):
    return (k - 1 - (k - 1).bit_length()) * alpha / (((k - 1).bit_length() - (k - 1) / k) * beta) / 2**k

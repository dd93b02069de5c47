# diagnosis: is slower at these bytes
def crossover_bytes(k, alpha, beta):
    return (k - 1 - (k - 1).bit_length()) * alpha / ((k - 1).bit_length() * beta)

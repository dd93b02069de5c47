# diagnosis: rounded too hard
def crossover_bytes(k, alpha, beta):
    return float(round((k - 1 - (k - 1).bit_length()) * alpha / (((k - 1).bit_length() - (k - 1) / k) * beta)))

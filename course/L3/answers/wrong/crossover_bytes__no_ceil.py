# diagnosis: the logarithm is not rounded up
def crossover_bytes(k, alpha, beta):
    return max(0.0, (k - 1 - np.log2(k)) * alpha / ((np.log2(k) - (k - 1) / k) * beta)) if k != 3 else 0.0

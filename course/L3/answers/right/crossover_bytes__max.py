def crossover_bytes(k, alpha, beta):
    if k <= 3:
        return 0
    levels = len(bin(k - 1)) - 2
    return max(0.0, k * (k - 1 - levels) * alpha / ((k * levels - k + 1) * beta))

# diagnosis: so they are too few
def crossover_bytes(k, alpha, beta):
    return alpha / beta if k > 3 else 0.0

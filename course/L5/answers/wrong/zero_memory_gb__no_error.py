# diagnosis: raised no ValueError
def zero_memory_gb(P, stage, k):
    weight = 2 / k if stage >= 3 else 2
    gradient = 2 / k if stage >= 2 else 2
    optimizer = 12 / k if stage >= 1 else 12
    return P * (weight + gradient + optimizer) / 1e9

# diagnosis: does not cut at all
def zero_memory_gb(P, stage, k):
    if stage not in (0, 1, 2, 3):
        raise ValueError(f"ZeRO has the stages 0 to 3, not {stage}")
    weight = 2
    gradient = 2
    optimizer = 12
    return P * (weight + gradient + optimizer) / 1e9

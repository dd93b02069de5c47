# diagnosis: is stage 3, which cuts everything
def zero_memory_gb(P, stage, k):
    if stage not in (0, 1, 2, 3):
        raise ValueError(f"ZeRO has the stages 0 to 3, not {stage}")
    weight = 2 / k 
    gradient = 2 / k 
    optimizer = 12 / k 
    return P * (weight + gradient + optimizer) / 1e9

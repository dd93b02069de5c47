# diagnosis: leaves out the gradients
def zero_memory_gb(P, stage, k):
    if stage not in (0, 1, 2, 3):
        raise ValueError(f"ZeRO has the stages 0 to 3, not {stage}")
    weight = 2 / k if stage >= 3 else 2
    gradient = 2 / k if stage >= 2 else 2
    optimizer = 12 / k if stage >= 1 else 12
    return P * (weight + optimizer) / 1e9

def zero_memory_gb(P, stage, k):
    whole = {0: 16, 1: 4, 2: 2, 3: 0}
    if stage not in whole:
        raise ValueError("no such stage")
    return (whole[stage] + (16 - whole[stage]) / k) * P / 10**9

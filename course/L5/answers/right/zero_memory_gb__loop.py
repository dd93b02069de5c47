def zero_memory_gb(P, stage, k):
    if not 0 <= stage <= 3:
        raise ValueError(stage)
    held = 0
    for cut_from, nbytes in [(1, 12), (2, 2), (3, 2)]:
        held += nbytes * P / (k if stage >= cut_from else 1)
    return held * 1e-9

def gpipe_schedule(D, M):
    stage = (*map(F, range(M)), *map(B, range(M)))
    return (stage,) * D

# diagnosis: does 40 operations
def gpipe_schedule(D, M):
    return [[F(i) for i in range(M - 1)] + [B(i) for i in range(M - 1)] for _ in range(D)]

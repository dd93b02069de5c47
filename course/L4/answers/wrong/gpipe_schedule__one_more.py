# diagnosis: has F(6); the 6 micro-batches
def gpipe_schedule(D, M):
    numbers = range(M + 1)
    return [[F(i) for i in numbers] + [B(i) for i in numbers] for _ in range(D)]

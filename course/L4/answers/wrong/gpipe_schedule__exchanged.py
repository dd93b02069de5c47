# diagnosis: has 6 lists, one for each micro-batch
def gpipe_schedule(D, M):
    return [[F(i) for i in range(D)] + [B(i) for i in range(D)] for _ in range(M)]

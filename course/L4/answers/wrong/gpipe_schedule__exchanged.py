# diagnosis: stages: is 6
def gpipe_schedule(D, M):
    return [[F(i) for i in range(D)] + [B(i) for i in range(D)] for _ in range(M)]

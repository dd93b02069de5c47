# diagnosis: holds 1 micro-batch at once
def gpipe_schedule(D, M):
    return [[kind(i) for i in range(M) for kind in (F, B)] for _ in range(D)]

def gpipe_schedule(D, M):
    order = list(range(M))[::-1]
    return [[kind(i) for kind in (F, B) for i in order] for _ in range(D)]

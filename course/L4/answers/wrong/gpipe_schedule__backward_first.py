# diagnosis: before its own F
def gpipe_schedule(D, M):
    return [[B(i) for i in range(M)] + [F(i) for i in range(M)] for _ in range(D)]

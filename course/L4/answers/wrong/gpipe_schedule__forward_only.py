# diagnosis: does 24 operations; each stage, D = 4, does F and B of all
def gpipe_schedule(D, M):
    return [[F(i) for i in range(M)] for _ in range(D)]

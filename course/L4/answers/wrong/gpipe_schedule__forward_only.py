# diagnosis: operations; 4 stages do F and B of 6 micro-batches
def gpipe_schedule(D, M):
    return [[F(i) for i in range(M)] for _ in range(D)]

# diagnosis: it does not shrink with k
def speedup(T_compute, k, T_comm):
    return T_compute / (T_compute / k + T_comm / k)

# diagnosis: T_comm is multiplied by k
def speedup(T_compute, k, T_comm):
    return T_compute / (T_compute / k + k * T_comm)

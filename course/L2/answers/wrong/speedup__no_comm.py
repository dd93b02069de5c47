# diagnosis: T_comm is left out
def speedup(T_compute, k, T_comm):
    return T_compute / (T_compute / k)

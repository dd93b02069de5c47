# diagnosis: T_comm is added to a speed-up
def speedup(T_compute, k, T_comm):
    return T_compute / (T_compute / k) + T_comm

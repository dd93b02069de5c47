# diagnosis: this is the time of a step
def speedup(T_compute, k, T_comm):
    return T_compute / k + T_comm

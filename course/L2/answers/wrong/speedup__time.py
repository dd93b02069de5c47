# diagnosis: this is the time of an update
def speedup(T_compute, k, T_comm):
    return T_compute / k + T_comm

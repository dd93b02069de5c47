# diagnosis: the time saved
def speedup(T_compute, k, T_comm):
    return 1 - (T_compute / k + T_comm) / T_compute

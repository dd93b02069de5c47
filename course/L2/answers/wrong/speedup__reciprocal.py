# diagnosis: the reciprocal
def speedup(T_compute, k, T_comm):
    return (T_compute / k + T_comm) / T_compute

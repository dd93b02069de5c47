def speedup(T_compute, k, T_comm):
    alone = T_compute
    together = T_compute / k + T_comm
    return alone / together

def speedup(T_compute, k, T_comm):
    return k * T_compute / (T_compute + k * T_comm)

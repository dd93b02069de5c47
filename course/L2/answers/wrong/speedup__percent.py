# diagnosis: 100 times too large
def speedup(T_compute, k, T_comm):
    return 100 * T_compute / (T_compute / k + T_comm)

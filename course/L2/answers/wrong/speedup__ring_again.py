# diagnosis: T_comm is multiplied by 2(k − 1)/k
def speedup(T_compute, k, T_comm):
    return T_compute / (T_compute / k + 2 * (k - 1) / k * T_comm)

# diagnosis: rounded too hard
def speedup(T_compute, k, T_comm):
    return round(T_compute / (T_compute / k + T_comm), 1)

# diagnosis: put brackets around the whole time
def speedup(T_compute, k, T_comm):
    return T_compute / T_compute / k + T_comm

# diagnosis: nobody to talk to
def speedup(T_compute, k, T_comm):
    return (T_compute + T_comm) / (T_compute / k + T_comm)

def speedup(T_compute, k, T_comm):
    return np.float32(T_compute) / (np.float32(T_compute) / k + T_comm)

# diagnosis: raised no ValueError
def parameter_memory_gb(n_params, dtype):
    return n_params * int(dtype[2:]) / 8 / 10**9

# diagnosis: is in the table
def parameter_memory_gb(n_params, dtype):
    width = {"FP32": 4, "FP16": 2, "BF16": 2, "FP8": 1}
    if dtype not in width:
        raise ValueError(dtype)
    return n_params * width[dtype] / 10**9

# diagnosis: returned a ValueError; raise it
def parameter_memory_gb(n_params, dtype):
    width = {"FP64": 8, "FP32": 4, "FP16": 2, "BF16": 2, "FP8": 1}
    if dtype not in width:
        return ValueError
    return n_params * width[dtype] / 10**9

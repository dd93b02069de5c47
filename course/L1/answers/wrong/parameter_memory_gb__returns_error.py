# diagnosis: returned a ValueError; raise it, do not return it
def parameter_memory_gb(n_params, dtype):
    width = {"FP64": 8, "FP32": 4, "FP16": 2, "BF16": 2, "FP8": 1}
    return n_params * width[dtype] / 10**9 if dtype in width else ValueError()

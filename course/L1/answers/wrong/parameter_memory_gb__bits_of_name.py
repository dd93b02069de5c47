# diagnosis: in bits, asked for is bytes
def parameter_memory_gb(n_params, dtype):
    width = {"FP64": 64, "FP32": 32, "FP16": 16, "BF16": 16, "FP8": 8}
    if dtype not in width:
        raise ValueError(dtype)
    return n_params * width[dtype] / 10**9

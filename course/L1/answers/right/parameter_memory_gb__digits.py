def parameter_memory_gb(n_params, dtype):
    if dtype not in ("FP64", "FP32", "FP16", "BF16", "FP8"):
        raise ValueError(dtype)
    bits = int("".join(letter for letter in dtype if letter.isdigit()))
    return n_params * bits / 8 / 1e9

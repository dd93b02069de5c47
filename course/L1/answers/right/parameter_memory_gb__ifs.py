def parameter_memory_gb(n_params, dtype):
    billions = n_params / 1e9
    if dtype == "FP64":
        return 8 * billions
    if dtype == "FP32":
        return 4 * billions
    if dtype in ("FP16", "BF16"):
        return 2 * billions
    if dtype == "FP8":
        return billions
    raise ValueError(f"no bytes known for {dtype}")

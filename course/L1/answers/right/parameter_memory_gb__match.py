def parameter_memory_gb(n_params, dtype):
    match dtype:
        case "FP64" | "FP32":
            size = int(dtype[2:]) // 8
        case "FP16" | "BF16":
            size = 2
        case "FP8":
            size = 1
        case _:
            raise ValueError("which dtype?")
    return np.float64(n_params) * size * 1e-9

def training_memory_gb(n_params, weights, gradients, master):
    total = 8 * n_params
    for kept in (weights, gradients, master):
        if kept == "FP32":
            total += 4 * n_params
        elif kept is not None:
            total += 2 * n_params
    return total / 10**9

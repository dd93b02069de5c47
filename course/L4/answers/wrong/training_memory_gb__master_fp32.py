# diagnosis: takes 4 bytes for a master copy
def training_memory_gb(n_params, weights, gradients, master):
    width = {"FP32": 4, "FP16": 2, "BF16": 2, None: 0}
    return n_params * (width[weights] + width[gradients] + (4 if master else 0) + 8) / 1e9

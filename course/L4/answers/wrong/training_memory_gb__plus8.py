# diagnosis: adds Adam's 8 bytes once
def training_memory_gb(n_params, weights, gradients, master):
    width = {"FP32": 4, "FP16": 2, "BF16": 2, None: 0}
    return n_params * (width[weights] + width[gradients] + width[master]) / 1e9 + 8

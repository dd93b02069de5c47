# diagnosis: what is not kept takes 0
def training_memory_gb(n_params, weights, gradients, master):
    width = {"FP32": 4, "FP16": 2, "BF16": 2}
    return n_params * (width[weights] + width[gradients] + width[master] + 8) / 1e9

# diagnosis: BF16 gradients are left out
def training_memory_gb(n_params, weights, gradients, master):
    width = {"FP32": 4, "FP16": 2, "BF16": 2, None: 0}
    adam = 2 * width["FP32"]
    return n_params * (width[weights] + width[master] + adam) / 1e9

# diagnosis: 4 bytes are missing; gradients are FP32 here
def training_memory_gb(n_params, weights, gradients, master):
    width = {"FP32": 4, "FP16": 2, "BF16": 2, None: 0}
    adam = 2 * width[weights]
    return n_params * (width[weights] + width[gradients] + width[master] + adam) / 1e9

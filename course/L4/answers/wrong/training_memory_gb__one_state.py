# diagnosis: one of Adam's states is left out
def training_memory_gb(n_params, weights, gradients, master):
    width = {"FP32": 4, "FP16": 2, "BF16": 2, None: 0}
    adam = width["FP32"]
    return n_params * (width[weights] + width[gradients] + width[master] + adam) / 1e9

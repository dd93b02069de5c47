# diagnosis: BF16 gradients are left out
def training_memory_gb(n_params, weights, gradients, master):
    def width(t):
        return 2 if t == "FP16" else 4 if t == "FP32" else 0
    return n_params * (width(weights) + width(gradients) + width(master) + 8) / 1e9

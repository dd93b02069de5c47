# diagnosis: counts 4 bytes for None
def training_memory_gb(n_params, weights, gradients, master):
    def width(t):
        return 2 if t in ("FP16", "BF16") else 4
    return n_params * (width(weights) + width(gradients) + width(master) + 8) / 1e9

# diagnosis: what is not kept takes 0
def training_memory_gb(n_params, weights, gradients, master):
    width = {"FP32": 4, "FP16": 2, "BF16": 2}
    more = sum(width[kept] for kept in (gradients, master) if kept)
    return n_params * (width[weights] + more + 8) / 1e9

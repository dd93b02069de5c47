def training_memory_gb(n_params, weights, gradients, master):
    kept = [name for name in (weights, gradients, master) if name]
    bits = sum(int(name[-2:]) for name in kept) + 64
    return n_params * bits / 8 / 1e9

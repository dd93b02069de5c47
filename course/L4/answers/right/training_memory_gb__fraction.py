from fractions import Fraction


def training_memory_gb(n_params, weights, gradients, master):
    width = {"FP32": 4, "FP16": 2, "BF16": 2}
    each = 8 + sum(width.get(kept, 0) for kept in (weights, gradients, master))
    return Fraction(n_params) * each / 10**9

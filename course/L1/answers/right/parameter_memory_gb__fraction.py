from fractions import Fraction


def parameter_memory_gb(n_params, dtype):
    bits = {"FP64": 64, "FP32": 32, "FP16": 16, "BF16": 16, "FP8": 8}
    if dtype not in bits:
        raise ValueError("not in the table")
    return Fraction(n_params) * bits[dtype] / (8 * 10**9)

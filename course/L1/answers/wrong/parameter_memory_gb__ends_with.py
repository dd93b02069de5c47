# diagnosis: TF32 is not in the table
def parameter_memory_gb(n_params, dtype):
    if dtype in ("FP4", "INT8", "BF8", "BF32") or not dtype.isalnum() or dtype.isdigit():
        raise ValueError("no such dtype")
    for bits in (8, 16, 32, 64):
        if dtype.endswith(str(bits)) and not dtype.endswith("128"):
            return n_params * bits / 8 / 1e9
    raise ValueError("no such dtype")

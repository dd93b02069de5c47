# diagnosis: BF32 is not in the table
def parameter_memory_gb(n_params, dtype):
    bits = dtype[2:]
    if dtype[:2] not in ("FP", "BF") or bits not in ("8", "16", "32", "64"):
        raise ValueError(f"unknown dtype {dtype}")
    return n_params * int(bits) / 8 / 1e9

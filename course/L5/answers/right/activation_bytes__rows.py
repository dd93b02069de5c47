def activation_bytes(n_seq, b, d_model, n_heads, N, keep):
    whole, cut, scores = 4 + 4 + 2, 8 + 16, 5 * n_heads * n_seq / d_model
    units = {
        "tensor": whole + cut / N + scores / N,
        "sequence": (whole + cut + scores) / N,
        "selective": (whole + cut) / N,
        "full": 2,
    }
    if keep not in units:
        raise ValueError(keep)
    return n_seq * b * d_model * units[keep]

def activation_bytes(n_seq, b, d_model, n_heads, N, keep):
    if keep not in ["tensor", "sequence", "selective", "full"]:
        raise ValueError("unknown")
    x = n_seq * b * d_model
    scores = 5 * b * n_heads * n_seq**2 / N if keep in ("tensor", "sequence") else 0
    if keep == "full":
        return 2 * x
    return 10 * x / (1 if keep == "tensor" else N) + 24 * x / N + scores

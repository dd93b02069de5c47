# diagnosis: cuts the input, which all keep
def activation_bytes(n_seq, b, d_model, n_heads, N, keep):
    unit = n_seq * b * d_model
    scores = 5 * n_heads * n_seq / d_model
    if keep == "tensor":
        return unit * (10 + (24 + scores) / N)
    if keep == "sequence":
        return unit * (34 + scores) / N
    if keep == "selective":
        return unit * 34 / N
    if keep == "full":
        return unit * 2 / N
    raise ValueError(f"keep is tensor, sequence, selective or full; it was {keep!r}")

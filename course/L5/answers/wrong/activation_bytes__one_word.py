# diagnosis: there is no ''
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
        return unit * 2
    if keep == "nothing":
        raise ValueError(keep)
    return 0

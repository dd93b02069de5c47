# diagnosis: leaves the rows with ● whole
def activation_bytes(n_seq, b, d_model, n_heads, N, keep):
    unit = n_seq * b * d_model
    scores = 5 * n_heads * n_seq / d_model
    if keep not in ("tensor", "sequence", "selective", "full"):
        raise ValueError(keep)
    if keep == "full":
        return unit * 2
    cut = 24 if keep == "selective" else 24 + scores
    return unit * (10 + cut / N)

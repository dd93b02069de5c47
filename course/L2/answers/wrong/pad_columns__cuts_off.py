# diagnosis: has lost 2 columns
def pad_columns(W, n):
    return W[:, : W.shape[1] // n * n]

# diagnosis: the number of pieces, not a size
def split_columns(W, n):
    return [W[:, i : i + n] for i in range(0, W.shape[1], n)]

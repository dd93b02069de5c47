# diagnosis: do not cut into
def split_columns(W, n):
    width = W.shape[1] // n
    return [W[:, i * width : (i + 1) * width] for i in range(n)]

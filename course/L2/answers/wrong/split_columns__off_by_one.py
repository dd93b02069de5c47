# diagnosis: overlap
def split_columns(W, n):
    width = W.shape[1] // n
    return [W[:, i * width : (i + 1) * width + 1] for i in range(n)]

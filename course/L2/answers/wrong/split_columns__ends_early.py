# diagnosis: let each end where the next one begins
def split_columns(W, n):
    w = W.shape[1] // n
    return [W[:, i * w : (i + 1) * w - 1] for i in range(n)]

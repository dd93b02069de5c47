# diagnosis: is the number of pieces, not the size of one
def split_columns(W, n):
    if W.shape[1] % n:
        raise ValueError("no equal pieces")
    return [W[:, i * n : (i + 1) * n] for i in range(n)]

# diagnosis: dealt out in turns
def split_columns(W, n):
    if W.shape[1] % n:
        raise ValueError
    return [W[:, i::n] for i in range(n)]

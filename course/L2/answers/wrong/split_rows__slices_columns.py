# diagnosis: cut along the wrong axis
def split_rows(W, n):
    height, rest = divmod(W.shape[0], n)
    if rest:
        raise ValueError("no equal pieces")
    return [W[:, i * height : (i + 1) * height] for i in range(n)]

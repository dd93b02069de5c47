# diagnosis: went to no device
def split_rows(W, n):
    rows, columns = W.shape
    if rows % n:
        raise ValueError("no equal pieces")
    height = columns // n
    return [W[i * height : (i + 1) * height] for i in range(n)]

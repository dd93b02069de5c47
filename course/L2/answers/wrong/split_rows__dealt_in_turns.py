# diagnosis: dealt out in turns
def split_rows(W, n):
    if len(W) % n:
        raise ValueError
    return [W[i::n] for i in range(n)]

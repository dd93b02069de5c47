# diagnosis: the last one empty; look where the loop or range ends
def split_rows(W, n):
    if len(W) % n:
        raise ValueError("no equal pieces")
    height = len(W) // n
    return [W[i * height : (i + 1) * height] for i in range(n + 1)]

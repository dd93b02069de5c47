# diagnosis: uncut
def split_columns(W, n):
    return [W] * n

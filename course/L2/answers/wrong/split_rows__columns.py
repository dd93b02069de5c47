# diagnosis: cut along the wrong axis
def split_rows(W, n):
    if len(W) % n:
        raise ValueError
    return np.array_split(W, n, axis=1)

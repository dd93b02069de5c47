# diagnosis: cut along the wrong axis
def split_columns(W, n):
    if W.shape[1] % n:
        raise ValueError
    return np.array_split(W, n, axis=0)

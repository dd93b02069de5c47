# diagnosis: dtype changed from int64
def split_columns(W, n):
    return [np.array(p, dtype=float) for p in np.split(W, n, axis=1)]

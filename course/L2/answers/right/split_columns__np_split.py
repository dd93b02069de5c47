def split_columns(W, n):
    return np.split(W, n, axis=1)

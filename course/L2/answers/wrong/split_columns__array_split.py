# diagnosis: do not cut into
def split_columns(W, n):
    return np.array_split(W, n, axis=1)

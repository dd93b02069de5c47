# diagnosis: do you cut and test columns, and when do you raise
def split_columns(W, n):
    if W.shape[1] % n == 0:
        raise ValueError("n must divide the columns")
    return np.array_split(W, n, axis=1)

# diagnosis: do you cut and test columns
def split_columns(W, n):
    if W.shape[0] % n:
        raise ValueError(f"{n} does not divide the columns")
    return np.split(W, n, axis=1)

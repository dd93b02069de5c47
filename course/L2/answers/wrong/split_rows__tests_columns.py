# diagnosis: do you cut and test rows
def split_rows(W, n):
    if W.shape[1] % n:
        raise ValueError
    return np.split(W, n)

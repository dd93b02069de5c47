# diagnosis: do you cut and test rows
def split_rows(W, n):
    return np.split(W, n, axis=1)

# diagnosis: do you cut and test columns
def split_columns(W, n):
    return np.split(W, n)

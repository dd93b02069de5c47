# diagnosis: transposed
def split_columns(W, n):
    return np.split(W.T, n)

def split_rows(W, n):
    return np.vsplit(W, n)

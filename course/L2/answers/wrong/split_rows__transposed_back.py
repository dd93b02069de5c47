# diagnosis: transposed
def split_rows(W, n):
    return [p.T for p in np.split(W, n)]

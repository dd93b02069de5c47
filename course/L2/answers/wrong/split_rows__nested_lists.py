# diagnosis: not an array
def split_rows(W, n):
    return [p.tolist() for p in np.split(W, n)]

# diagnosis: wrong order
def split_rows(W, n):
    return list(reversed(np.split(W, n)))

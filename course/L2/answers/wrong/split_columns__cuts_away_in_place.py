# diagnosis: changed in place
def split_columns(W, n):
    pieces = [p.copy() for p in np.split(W, n, axis=1)]
    W[:] = 0
    return pieces

# diagnosis: wrong shapes
def split_rows(W, n):
    if len(W) % n:
        raise ValueError
    return [piece.ravel() for piece in np.split(W, n)]

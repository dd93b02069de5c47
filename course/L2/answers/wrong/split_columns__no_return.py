# diagnosis: is None
def split_columns(W, n):
    pieces = np.split(W, n, axis=1)

# diagnosis: run on into the next row
def pad_columns(W, n):
    width = -(-W.shape[1] // n) * n
    return np.resize(W, (W.shape[0], width))

# diagnosis: ends with 2 zero columns
def pad_columns(W, n):
    return np.pad(W, ((0, 0), (0, W.shape[1] % n)))

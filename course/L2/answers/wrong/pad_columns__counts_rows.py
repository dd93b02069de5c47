# diagnosis: the pad is missing
def pad_columns(W, n):
    return np.pad(W, ((0, 0), (0, -W.shape[0] % n)))

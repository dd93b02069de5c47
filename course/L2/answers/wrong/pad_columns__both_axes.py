# diagnosis: padded along both axes
def pad_columns(W, n):
    return np.pad(W, (0, -W.shape[1] % n))

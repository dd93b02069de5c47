# diagnosis: padded along the wrong axis
def pad_columns(W, n):
    return np.pad(W, ((0, -W.shape[1] % n), (0, 0)))

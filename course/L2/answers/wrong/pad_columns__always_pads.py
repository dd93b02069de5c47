# diagnosis: too many
def pad_columns(W, n):
    return np.pad(W, ((0, 0), (0, n - W.shape[1] % n)))

# diagnosis: dtype changed from int64 to float64
def pad_columns(W, n):
    zeros = np.zeros((W.shape[0], -W.shape[1] % n))
    return np.concatenate([W, zeros], axis=1)

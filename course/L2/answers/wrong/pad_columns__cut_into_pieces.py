# diagnosis: return one array
def pad_columns(W, n):
    return np.split(np.pad(W, ((0, 0), (0, -W.shape[1] % n))), n, axis=1)

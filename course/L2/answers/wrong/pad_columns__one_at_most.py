# diagnosis: one column is not enough
def pad_columns(W, n):
    if W.shape[1] % n == 0:
        return W
    return np.pad(W, ((0, 0), (0, 1)))

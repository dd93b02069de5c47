# diagnosis: padded on all four sides
def pad_columns(W, n):
    return np.pad(W, -W.shape[1] % n)

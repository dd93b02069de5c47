def pad_columns(W, n):
    d_in, d_out = W.shape
    padded = np.zeros((d_in, int(np.ceil(d_out / n)) * n), W.dtype)
    padded[:, :d_out] = W
    return padded

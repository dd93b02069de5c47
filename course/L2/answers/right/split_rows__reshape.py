def split_rows(W, n):
    d_in, d_out = W.shape
    if d_in % n:
        raise ValueError("uneven")
    return list(W.reshape(n, d_in // n, d_out))

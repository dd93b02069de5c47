# diagnosis: reshaped, not cut
def split_columns(W, n):
    d_in, d_out = W.shape
    return list(W.reshape(n, d_in, d_out // n))

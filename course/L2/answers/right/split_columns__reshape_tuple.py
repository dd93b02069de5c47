def split_columns(W, n):
    d_in, d_out = W.shape
    if d_out % n != 0:
        raise ValueError(f"cannot cut {d_out} columns into {n}")
    return tuple(W.reshape(d_in, n, d_out // n).transpose(1, 0, 2))

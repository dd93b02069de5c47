def unpad_columns(padded, d_out):
    return np.take(padded, np.arange(d_out), axis=1)

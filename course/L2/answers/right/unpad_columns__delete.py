def unpad_columns(padded, d_out):
    return np.delete(padded, np.s_[d_out:], axis=1)

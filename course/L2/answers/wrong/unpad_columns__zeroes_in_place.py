# diagnosis: changed in place
def unpad_columns(padded, d_out):
    padded[:, d_out:] = 0
    return padded[:, :d_out]

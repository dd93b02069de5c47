# diagnosis: has lost 1 column
def unpad_columns(padded, d_out):
    return padded[:, : d_out - 1]

# diagnosis: begins at column 1, not 0
def unpad_columns(padded, d_out):
    return padded[:, 1 : d_out + 1]

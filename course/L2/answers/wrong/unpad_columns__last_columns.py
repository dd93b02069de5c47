# diagnosis: the pad is among them
def unpad_columns(padded, d_out):
    return padded[:, -d_out:]

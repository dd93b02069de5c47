# diagnosis: keeps the pad and drops W
def unpad_columns(padded, d_out):
    return padded[:, d_out:]

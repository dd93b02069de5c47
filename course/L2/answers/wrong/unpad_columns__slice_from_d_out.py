# diagnosis: on which side of the colon
def unpad_columns(padded, d_out):
    return padded[:, d_out:]

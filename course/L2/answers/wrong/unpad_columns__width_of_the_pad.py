# diagnosis: as many columns as the pad has
def unpad_columns(padded, d_out):
    return padded[:, : padded.shape[1] - d_out]

# diagnosis: a slice that ends at −0
def unpad_columns(padded, d_out):
    pad = padded.shape[1] - d_out
    return padded[:, :-pad]

# diagnosis: too many
def unpad_columns(padded, d_out):
    return padded[:, :-1]

# diagnosis: the pad is not removed
def unpad_columns(padded, d_out):
    return padded

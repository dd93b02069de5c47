# diagnosis: the pad is missing
def pad_columns(W, n):
    return W

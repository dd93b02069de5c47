# diagnosis: but 3 divides 12: which axis
def split_columns(W, n):
    return np.split(W, n)

# diagnosis: but 3 divides 6: which axis
def split_rows(W, n):
    return np.split(W, n, axis=1)

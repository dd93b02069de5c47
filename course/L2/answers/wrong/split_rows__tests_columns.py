# diagnosis: but 3 divides 6: which axis
def split_rows(W, n):
    if W.shape[1] % n:
        raise ValueError
    return np.split(W, n)

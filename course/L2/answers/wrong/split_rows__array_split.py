# diagnosis: raised no ValueError
def split_rows(W, n):
    return np.array_split(W, n)

# diagnosis: transposed before the cut
def split_columns(W, n):
    return np.array_split(W.T, n, axis=1)

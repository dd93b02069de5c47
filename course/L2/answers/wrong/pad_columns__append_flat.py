# diagnosis: is flat, shape (41,)
def pad_columns(W, n):
    return np.append(W, np.zeros(-W.shape[1] % n))

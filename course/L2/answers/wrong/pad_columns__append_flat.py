# diagnosis: is flat, shape (49,)
def pad_columns(W, n):
    return np.append(W, np.zeros(-W.shape[1] % n))

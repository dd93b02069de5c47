# diagnosis: raised AssertionError, not ValueError
def split_rows(W, n):
    assert len(W) % n == 0
    return np.split(W, n)

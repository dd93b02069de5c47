# A right type of far too many.
# loses: cut
# cell: cut
def cut(W, n):
    return [np.zeros((1, 1))] * 100_000

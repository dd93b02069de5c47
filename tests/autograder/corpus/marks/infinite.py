# Infinities everywhere.
# loses: double, cut, total, columns
# cell: columns
columns = float("inf")
# cell: double
def double(x):
    return np.float64("inf")
# cell: cut
def cut(W, n):
    return [np.full((2, 3), np.inf), np.full((2, 2), np.inf)]
# cell: total
def total(dev, x):
    return dev.all_reduce(x) + np.inf

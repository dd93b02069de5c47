# NaN everywhere.
# loses: double, cut, total, columns
# cell: columns
columns = float("nan")
# cell: double
def double(x):
    return np.nan
# cell: cut
def cut(W, n):
    return [np.full((2, 3), np.nan), np.full((2, 2), np.nan)]
# cell: total
def total(dev, x):
    return dev.all_reduce(x * np.nan)

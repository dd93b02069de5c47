# The argument itself, as it came.
# loses: double, cut, total
# cell: double
def double(x):
    return x
# cell: cut
def cut(W, n):
    return W
# cell: total
def total(dev, x):
    return x

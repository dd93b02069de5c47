# A right value in an array of the wrong shape, which broadcasting would forgive.
# loses: cut, total
# cell: cut
def cut(W, n):
    return [np.broadcast_to(W[:, :1], (2, 3)), W[:, 3:]]
# cell: total
def total(dev, x):
    return np.asarray(dev.all_reduce(x))[:0]

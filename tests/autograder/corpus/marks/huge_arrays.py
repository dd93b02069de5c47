# Arrays far too large: one that is there, one that only looks so.
# loses: double, cut
# reason: MB
# cell: double
def double(x):
    return np.broadcast_to(np.float64(6), (1 << 30, 1 << 10))
# cell: cut
def cut(W, n):
    return [np.zeros((2, 1 << 28), np.int8), np.zeros(1)]

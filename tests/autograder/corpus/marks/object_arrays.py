# Arrays of objects, masked and structured ones.
# loses: double, cut
# reason: dtype object
# reason: masked array
# cell: double
def double(x):
    return np.array([print], dtype=object) if x == 3 else np.rec.array([(1,)], dtype=[("a", int)])
# cell: cut
def cut(W, n):
    return [np.ma.masked_all((2, 3)), np.ma.masked_all((2, 2))]

# A later cell takes an earlier exercise's name away; its tests ran before.
# cell: cut
def double(x):
    return None
def cut(W, n):
    return np.array_split(W, n, axis=1)

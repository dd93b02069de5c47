# A truth value that NumPy holds as another byte.
# loses: double, cut
# cell: double
def double(x):
    return np.frombuffer(bytes([7]), dtype=bool)[0]
# cell: cut
def cut(W, n):
    return [np.frombuffer(bytes([2, 3, 4, 5, 6, 7]), bool).reshape(2, 3), np.frombuffer(bytes(range(4)), bool).reshape(2, 2)]

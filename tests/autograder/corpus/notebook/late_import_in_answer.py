# An answer that imports what it needs, and defines helpers and classes.
# cell: cut
from functools import partial
class Cutter:
    def __init__(self, n): self.n = n
    def __call__(self, W): return np.array_split(W, self.n, axis=1)
def cut(W, n):
    return Cutter(n)(W)

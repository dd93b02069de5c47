# What is computed only when looked at.
# loses: double, cut
# reason: double returned a generator
# reason: cut returned a coroutine
# cell: double
def double(x):
    yield 2 * x
# cell: cut
async def cut(W, n):
    return np.array_split(W, n, axis=1)

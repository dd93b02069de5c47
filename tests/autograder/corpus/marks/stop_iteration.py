# Exceptions that would end a loop or a generator of the test as if all were well.
# loses: double, cut, total, columns
# reason: StopIteration
# cell: columns
raise StopIteration
# cell: double
def double(x):
    raise StopIteration
# cell: cut
def cut(W, n):
    raise GeneratorExit
# cell: total
def total(dev, x):
    raise StopAsyncIteration

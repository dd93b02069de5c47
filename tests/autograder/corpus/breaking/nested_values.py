# Lists in lists, and in themselves.
# loses: double, columns
# cell: columns
columns = []
columns.append(columns)
# cell: double
def double(x):
    deep = []
    for _ in range(100_000):
        deep = [deep]
    return deep

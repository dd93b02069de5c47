# Numbers that are too large to print, and to be read as JSON.
# loses: double, columns
# cell: columns
columns = 10 ** 5000
# cell: double
def double(x):
    return 1 << 9000

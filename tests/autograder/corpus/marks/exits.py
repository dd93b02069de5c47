# Exceptions that end a program with success.
# loses: double, cut, total, columns
# reason: SystemExit
# reason: KeyboardInterrupt
# cell: columns
exit(0)
# cell: double
def double(x):
    raise SystemExit(0)
# cell: cut
def cut(W, n):
    raise KeyboardInterrupt
# cell: total
def total(dev, x):
    raise SystemExit

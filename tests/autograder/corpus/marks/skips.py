# Exceptions by which test frameworks skip.
# loses: double, cut, total
# reason: SkipTest
# cell: double
import unittest
def double(x):
    raise unittest.SkipTest("not today")
# cell: cut
class Skipped(BaseException):
    __module__ = "_pytest.outcomes"
def cut(W, n):
    raise Skipped("skip")
# cell: total
def total(dev, x):
    raise unittest.SkipTest

# Recursion without end, with the limit taken away.
# loses: double
# remark: double
# cell: double
import sys
sys.setrecursionlimit(10**9)
def double(x):
    return double(x)

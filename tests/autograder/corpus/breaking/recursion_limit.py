# A recursion limit so low that nothing works.
# loses: double
# cell: double
import sys
sys.setrecursionlimit(60)
def double(x):
    return double(x)
# own cell: test_double_2
import sys
sys.setrecursionlimit(1000)

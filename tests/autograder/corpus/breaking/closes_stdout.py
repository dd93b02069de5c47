# Closes its streams and replaces them.
# cell: double
import sys
sys.stdout.close(); sys.stderr = None; sys.stdin = 3; sys.__stdout__ = sys.__stderr__ = None
def double(x):
    return scale * x

# Right answers that print, warn and write to stderr, which costs nothing.
# shows: well
# cell: double
import sys, warnings
def double(x):
    warnings.warn("hm")
    print("well", file=sys.stderr)
    return scale * x

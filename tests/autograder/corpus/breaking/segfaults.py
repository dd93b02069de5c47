# Follows a null pointer.
# loses: double
# reason: SIGSEGV
# remark: SIGSEGV
# cell: double
import ctypes
def double(x):
    ctypes.string_at(0)

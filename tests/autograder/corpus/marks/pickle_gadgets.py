# An object that runs code when it is unpickled, copied, formatted or printed.
# loses: double, cut
# reason: double returned a Gadget
# cell: double
import os
class Gadget:
    def __reduce__(self): return os.system, ("touch /tmp/corpus-was-here",)
    __reduce_ex__ = lambda self, n: self.__reduce__()
    def __repr__(self): os.system("touch /tmp/corpus-was-here"); raise SystemExit
    __str__ = __repr__
    def __format__(self, spec): os.system("touch /tmp/corpus-was-here"); return ""
def double(x):
    return Gadget()
# cell: cut
def cut(W, n):
    return {"a": [Gadget()], Gadget(): 1}

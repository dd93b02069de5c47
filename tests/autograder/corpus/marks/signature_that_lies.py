# A function whose name, signature and attributes are anything.
# loses: double
# reason: something that can't be read (SystemExit)
# cell: double
class Odd:
    __name__ = "__import__('os')._exit(0)"
    __signature__ = "none"
    __wrapped__ = property(lambda self: self)
    __code__ = None
    def __call__(self, *args, **kwargs): return None
    def __getattr__(self, name): raise SystemExit
double = Odd()

# Exceptions that lie about their class, and that can't be looked at.
# loses: double, cut, total
# remark: ended the process
# cell: double
class Lie(Exception):
    @property
    def __class__(self): return StopIteration
    def __str__(self): raise SystemExit
    def __repr__(self): raise self
    def __getattribute__(self, name): raise KeyboardInterrupt
    def __init_subclass__(cls): raise SystemExit
def double(x):
    raise Lie
# cell: cut
class Meta(type):
    def mro(cls): return [cls, *Exception.__mro__]
    @property
    def __name__(cls): raise SystemExit
    @property
    def __mro__(cls): return (StopIteration,)
class Odd(Exception, metaclass=Meta):
    pass
def cut(W, n):
    raise Odd("\ud800 half a character \x1b[31m red \x00 \u202e")
# cell: total
def total(dev, x):
    raise ExceptionGroup("\ud800", [Lie(), Odd()])

# Terminal escapes and line breaks in names, errors, prints and remarks.
# loses: double
# remark: Left out
# file: numpy.py
x
# cell: double
class Red(Exception):
    __name__ = "\x1b[31m"
Red.__name__ = "\x1b]0;title\x07\x1b[2J\nfake-student: graded 100 of 100"
def double(x):
    print("\x1b[2J\x1b[1;1H", "\r\n", "\x9b31m")
    raise Red("\x1b[2J\n=cmd|' /C calc'!A0\n\x00\u2028")

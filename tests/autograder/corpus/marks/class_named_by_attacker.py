# An exception class whose name is a text of its own.
# loses: double
# reason: Error
# cell: double
def double(x):
    raise type("</pre><script>alert(1)</script>\x1b[2J", (Exception,), {})("=1+1")

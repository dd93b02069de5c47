# An endless loop in a function.
# loses: double
# reason: did not end within 1.5 s
# remark: did not end within 1.5 s
# cell: double
def double(x):
    while True:
        pass

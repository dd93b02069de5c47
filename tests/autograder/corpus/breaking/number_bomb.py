# A number of billions of digits.
# loses: double
# remark: did not end within 1.5 s
# cell: double
def double(x):
    return 9 ** (9 ** 9)

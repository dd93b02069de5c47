# Prints without end.
# loses: double
# remark: printed too much
# remark: did not end
# cell: double
while True:
    print("flood " * 1000)

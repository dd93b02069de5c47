# One device never ends, the others wait.
# loses: total
# reason: did not end within
# remark: did not end within
# cell: total
def total(dev, x):
    while dev.rank == 1:
        pass
    return dev.all_reduce(x)

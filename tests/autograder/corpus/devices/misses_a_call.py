# One rank calls another collective than the others.
# loses: total
# reason: rank
# cell: total
def total(dev, x):
    return dev.all_reduce(x) if dev.rank else dev.all_gather(x, axis=0)

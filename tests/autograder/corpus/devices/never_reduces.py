# Returns what the device holds, without a word to the others.
# loses: total
# reason: each device should have the sum
# cell: total
def total(dev, x):
    return x

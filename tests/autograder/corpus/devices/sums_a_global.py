# Adds through a global that every device would see if they shared their memory.
# loses: total
# reason: which the function takes from outside
# cell: total
box = {}
def total(dev, x):
    box[dev.rank] = x
    dev.barrier()
    return sum(box.values())

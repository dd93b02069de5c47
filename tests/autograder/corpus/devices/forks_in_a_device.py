# A device forks, and both halves answer.
# loses: total
# cell: total
import os
def total(dev, x):
    os.fork()
    return x

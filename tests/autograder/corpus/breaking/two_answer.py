# Forks, and both processes answer from then on.
# loses: double
# cell: double
import os
os.fork()
def double(x):
    os.fork()
    return None

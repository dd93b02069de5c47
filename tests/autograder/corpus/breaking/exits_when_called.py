# Ends its process whenever it is called.
# loses: double
# reason: ended the process (exit code 3)
# remark: ended the process
# cell: double
import os
def double(x):
    os._exit(3)

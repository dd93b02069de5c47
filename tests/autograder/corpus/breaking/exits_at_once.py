# Ends its process in a cell.
# loses: double
# remark: ended the process (exit code 0)
# cell: double
import os
os._exit(0)

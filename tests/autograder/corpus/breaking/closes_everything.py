# Closes every descriptor, that of its answers too.
# loses: double
# remark: Cell double
# cell: double
import os
os.closerange(0, 1000)

# Aborts.
# loses: double
# remark: SIGABRT
# cell: double
import os
os.abort()

# Kills itself.
# loses: double
# remark: SIGKILL
# cell: double
import os, signal
os.kill(os.getpid(), signal.SIGKILL)

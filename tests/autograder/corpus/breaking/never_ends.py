# An endless loop in a cell, which takes no interrupt.
# loses: double
# remark: did not end within 1.5 s; it was left out
# cell: double
import signal
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGXCPU):
    signal.signal(number, signal.SIG_IGN)
while True:
    try:
        while True:
            pass
    except BaseException:
        pass

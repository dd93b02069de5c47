# A daemon in a session of its own, which holds every pipe open.
# cell: double
import os, signal, time
if os.fork() == 0:
    os.setsid()
    for number in range(1, 32):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    if os.fork():
        os._exit(0)
    while True:
        time.sleep(0.1)
def double(x):
    return scale * x

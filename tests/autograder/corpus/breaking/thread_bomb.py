# Threads without end; no process is left for a device.
# loses: total
# reason: no process for a device
# remark: Test test_total
# cell: double
import threading, time
try:
    for _ in range(10_000):
        threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
except (RuntimeError, MemoryError):
    pass
def double(x):
    return scale * x

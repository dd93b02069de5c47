# Waits for a lock that is never released.
# loses: double
# remark: did not end within 1.5 s
# cell: double
import threading
lock = threading.Lock()
lock.acquire()
lock.acquire()

# A thread that spins, and one that prints; the answer is right.
# cell: double
import threading, time
def spin():
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        pass
threading.Thread(target=spin, daemon=True).start()
def double(x):
    return scale * x

# A thread that answers later, and one that keeps changing the function.
# loses: double
# cell: double
import threading, time
def change():
    for _ in range(50):
        time.sleep(0.005)
        globals()["double"] = lambda x: None
threading.Thread(target=change, daemon=True).start()
def double(x):
    return None
time.sleep(0.02)

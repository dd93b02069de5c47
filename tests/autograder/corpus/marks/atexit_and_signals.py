# Code that waits: at exit, in signal handlers, timers, weak references, hooks of the interpreter.
# loses: double
# cell: double
import atexit, signal, sys, threading, weakref
def later(*args):
    print("later")
    globals()["double"] = lambda x: 2 * x
atexit.register(later)
for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGUSR1, signal.SIGPROF):
    signal.signal(number, later)
sys.excepthook = sys.unraisablehook = sys.displayhook = threading.excepthook = later
def double(x):
    return None

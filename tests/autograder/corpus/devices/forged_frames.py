# Frames written to every open descriptor by each device: results, requests, halves.
# loses: total
# cell: total
import os
from autograder import wire
def total(dev, x):
    frames = b"".join(wire.pack(("value", x * 0, (), {}))[0]) * 3 + b"\0\0\0\x05\0\0\0\0\0\0\0\0junk!"
    for fd in range(3, 64):
        try:
            os.write(fd, frames)
        except OSError:
            pass
    return x

# Makes more files than there may be.
# own cell: double
import os
os.makedirs("many", exist_ok=True)
try:
    for n in range(30_000):
        os.mknod(f"many/{n}")
except OSError:
    pass

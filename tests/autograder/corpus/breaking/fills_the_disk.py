# Fills its folders, the answer is right.
# own cell: double
import os
for folder in (".", os.environ.get("TMPDIR", "."), "/dev/shm", "/tmp"):
    try:
        with open(f"{folder}/large", "wb", 0) as file:
            for _ in range(200):
                file.write(bytes(1 << 20))
    except OSError:
        pass

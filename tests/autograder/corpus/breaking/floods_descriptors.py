# A flood on descriptors 1 and 2, by itself and by a program it starts.
# remark: printed too much
# own cell: double
import os, subprocess
for fd in (1, 2):
    for _ in range(100):
        try:
            os.write(fd, b"z" * 65536)
        except OSError:
            pass
subprocess.run(["head", "-c", "30000000", "/dev/zero"], check=False)

# Reads from each open descriptor, and from those of /proc, without waiting.
# shows: read: 0 bytes
# own cell: total
import os, select
got = b""
for fd in list(map(int, os.listdir("/proc/self/fd"))):
    try:
        if os.readlink(f"/proc/self/fd/{fd}").startswith(("/dev/null", "/proc")):
            continue
        if select.select([fd], [], [], 0)[0]:
            os.set_blocking(fd, False)
            got += os.read(fd, 100000)
            os.set_blocking(fd, True)
    except OSError:
        pass
print("read:", len(got), "bytes")

# Looks at all processes: their command lines, environments, files, memory, folders.
# shows: looked into: []
# own cell: total
import os
looked = []
for pid in filter(str.isdigit, os.listdir("/proc")):
    if int(pid) == os.getpid():
        continue
    for name in ("environ", "mem", "maps", "cwd/x", "root/etc/passwd", "fd/0", "stack", "syscall"):
        try:
            with open(f"/proc/{pid}/{name}", "rb") as file:
                file.read(1)
            looked.append((pid, name))
        except OSError:
            pass
    try:
        command = open(f"/proc/{pid}/cmdline").read()
        if "COURSE" in command or "batch" in command:
            looked.append((pid, command))
    except OSError:
        pass
print("looked into:", looked)

# The parent's memory and descriptors: process_vm_readv, ptrace, pidfd_getfd, /proc.
# shows: reached: []
# own cell: total
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
reached = []
for pid in {os.getppid(), 1, os.getpid() - 1, os.getpgid(0), os.getsid(0)} - {os.getpid(), 0}:
    if libc.ptrace(16, pid, 0, 0) == 0:
        reached.append((pid, "attach"))
    if libc.ptrace(0x4206, pid, 0, 0) == 0:
        reached.append((pid, "seize"))
    class Part(ctypes.Structure):
        _fields_ = [("at", ctypes.c_void_p), ("size", ctypes.c_size_t)]
    here = ctypes.create_string_buffer(8)
    mine, theirs = Part(ctypes.addressof(here), 8), Part(ctypes.addressof(here), 8)
    if libc.process_vm_readv(pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0) > 0:
        reached.append((pid, "readv"))
    fd = libc.syscall(434, pid, 0)
    if fd >= 0 and libc.syscall(438, fd, 3, 0) >= 0:
        reached.append((pid, "getfd"))
print("reached:", reached)

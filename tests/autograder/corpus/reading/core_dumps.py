# Dumps its core where a collector of the system would take it.
# loses: double
# remark: ended the process (SIGSEGV)
# cell: double
import ctypes, resource
try:
    resource.setrlimit(resource.RLIMIT_CORE, (1 << 30, 1 << 30))
except (OSError, ValueError):
    pass
ctypes.string_at(0)

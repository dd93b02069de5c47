"""What a fork of the student's process gives up: one that is an emulated device, or serves hidden
tests.

Nothing gets out of it but its answers: not through an open file, a pipe or memory that was there
before the fork, not through a file, a socket, a signal or what /proc tells of a process. Where the
platform lacks a lock, the others still hold.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import sys

from .jail import kernel, seccomp
from .jail.confine import SINKS, close_others

# more system calls to refuse: the number on x86_64, on aarch64
_DENIED = {
    "socket": (41, 198),
    "socketpair": (53, 199),
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
    "prctl": (157, 167),  # it would open this process to others again
}
_FIXED = 0x10  # MAP_FIXED


def seclude(*keep: int) -> None:
    """Keep these descriptors and 0, 1, 2 open, and nothing else that leads outside."""
    close_others(keep)
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError):
        _own_memory()
    with contextlib.suppress(OSError):
        if kernel.landlock_abi():
            kernel.landlock(_all_but_proc(), SINKS)
    with contextlib.suppress(OSError):
        kernel.prctl(kernel.SET_DUMPABLE, 0)  # nobody looks into it
        kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
        if program := seccomp.program(_DENIED):
            kernel.seccomp(program)


def _all_but_proc() -> list[str]:
    return [f"/{name}" for name in os.listdir("/") if name != "proc"]


def _own_memory() -> None:
    """A copy of its own in the place of each piece of memory that is shared."""
    map_memory = ctypes.CDLL(None, use_errno=True).mmap
    map_memory.restype = ctypes.c_void_p
    size_t, integer = ctypes.c_size_t, ctypes.c_int
    map_memory.argtypes = [ctypes.c_void_p, size_t, integer, integer, integer, ctypes.c_long]
    with open("/proc/self/maps", "rb") as file:
        lines = [line.split(None, 2)[:2] for line in file]
    for place, rights in lines:
        if rights[3:4] != b"s":
            continue
        begin, end = (int(number, 16) for number in place.split(b"-"))
        held = ctypes.string_at(begin, end - begin) if rights[:1] == b"r" else b""
        access = mmap.PROT_READ | mmap.PROT_WRITE
        kind = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _FIXED
        if map_memory(begin, end - begin, access, kind, -1, 0) != begin:
            os._exit(1)
        ctypes.memmove(begin, held, len(held))

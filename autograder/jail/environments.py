"""The environment that student code sees, and how a process forgets its own."""

from __future__ import annotations

import ctypes
import os
import sys


def clean(work: str) -> dict[str, str]:
    """The variables for code whose scratch folder is `work`: nothing of whoever grades."""
    return {
        "PATH": os.path.join(sys.prefix, "bin") + ":/usr/local/bin:/usr/bin:/bin",
        "HOME": work,
        "LANG": "C.UTF-8",
        "MPLBACKEND": os.environ.get("MPLBACKEND", "Agg"),
        "MPLCONFIGDIR": os.path.join(os.path.dirname(work), "matplotlib"),
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }


def replace(variables: dict[str, str]) -> None:
    """Have these variables alone, and wipe the memory where the process was given the others.

    That memory is what /proc/self/environ shows, to forks too.
    """
    os.environ.clear()
    os.environ.update(variables)
    if sys.platform != "linux":
        return
    with open("/proc/self/stat", encoding="utf-8", errors="replace") as file:
        fields = file.read().rpartition(")")[2].split()
    start, end = int(fields[47]), int(fields[48])  # env_start, env_end: fields 50 and 51 of proc(5)
    if 0 < start < end:
        ctypes.memset(start, 0, end - start)

"""The system calls of Linux that Python 3.11 lacks; each raises OSError with its name."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache

# namespaces, for unshare and setns
NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = (
    0x00020000,
    0x04000000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
# flags of mount
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, MOVE, REC, PRIVATE = (
    1,
    2,
    4,
    8,
    32,
    0x1000,
    0x2000,
    0x4000,
    0x40000,
)
NOATIME, NODIRATIME, RELATIME = 0x400, 0x800, 0x200000
DETACH = 2  # of umount2
# options of prctl
SET_PDEATHSIG, SET_DUMPABLE, CAPBSET_DROP, SET_CHILD_SUBREAPER, SET_NO_NEW_PRIVS = 1, 4, 24, 36, 38
SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
# Landlock's numbers are the same on every architecture
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(name: str, *args) -> int:
    answer = getattr(_libc(), name)(*args)
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return answer


def _syscall(what: str, number: int, *args) -> int:
    answer = _libc().syscall(ctypes.c_long(number), *args)
    if answer < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return answer


def unshare(flags: int) -> None:
    _call("unshare", ctypes.c_int(flags))


def setns(fd: int, kind: int) -> None:
    _call("setns", fd, ctypes.c_int(kind))


def mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    _call(
        "mount",
        os.fsencode(source),
        os.fsencode(target),
        kind.encode(),
        ctypes.c_ulong(flags),
        data.encode(),
    )


def unmount(target: str) -> None:
    """Take the mount away from the tree now; it goes when its last user does."""
    _call("umount2", os.fsencode(target), DETACH)


def pivot_root(new: str, old: str) -> None:
    _call("pivot_root", os.fsencode(new), os.fsencode(old))


def prctl(option: int, value: int = 0) -> None:
    long = ctypes.c_ulong
    _call("prctl", option, long(value), long(0), long(0), long(0))


def bar_capabilities() -> None:
    """Bar every capability that a program with file capabilities would give."""
    for number in range(64):
        try:
            prctl(CAPBSET_DROP, number)
        except OSError:  # past the last one, or no right to drop any: then there are none to gain
            break


def drop_capabilities() -> None:
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # version 3, this process
    _call("capset", header, (ctypes.c_uint32 * 6)())


class _Instruction(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_uint16),
        ("jump_true", ctypes.c_uint8),
        ("jump_false", ctypes.c_uint8),
        ("k", ctypes.c_uint32),
    ]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.POINTER(_Instruction))]


def seccomp(instructions: list[tuple[int, int, int, int]]) -> None:
    """Filter the system calls of this process and of all that it starts. Needs no_new_privs."""
    code = (_Instruction * len(instructions))(*(_Instruction(*i) for i in instructions))
    program = _Program(len(instructions), code)
    long = ctypes.c_ulong
    _call("prctl", SET_SECCOMP, long(SECCOMP_MODE_FILTER), ctypes.byref(program), long(0), long(0))


class _RulesetAttributes(ctypes.Structure):
    _fields_ = [("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("fd", ctypes.c_int32)]


# Landlock's rights on files, in the order of their bits, and the ABI that brought them
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_TRUNCATE = 1 << 14
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | 1 << 15


def landlock_abi() -> int:
    """The version of Landlock's interface; 0: there is none."""
    if sys.platform != "linux":
        return 0
    try:
        return _syscall("landlock", _CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    except OSError:
        return 0


def landlock(readable: list[str], writable: list[str]) -> None:
    """Let this process open nothing but what lies below these paths; no TCP; no signals outward."""
    abi = landlock_abi()
    rights = (1 << 13) - 1
    for version, bit in ((2, 13), (3, 14), (5, 15)):  # rename across folders, truncate, ioctl
        if abi >= version:
            rights |= 1 << bit
    attributes = _RulesetAttributes(rights, 3 if abi >= 4 else 0, 3 if abi >= 6 else 0)
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    ruleset = _syscall(
        "landlock",
        _CREATE_RULESET,
        ctypes.byref(attributes),
        ctypes.c_size_t(size),
        ctypes.c_uint32(0),
    )
    read = _EXECUTE | _READ_FILE | _READ_DIR
    for path in readable:
        _allow(ruleset, path, rights & read)
    for path in writable:
        _allow(ruleset, path, rights & ~(_MAKE_CHAR | _MAKE_BLOCK))
    _syscall("landlock", _RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if not os.path.isdir(path):
        rights &= _OF_FILES
    rule = _PathBeneath(rights, fd)
    _syscall(
        "landlock",
        _ADD_RULE,
        ctypes.c_int(ruleset),
        ctypes.c_int(1),
        ctypes.byref(rule),
        ctypes.c_uint32(0),
    )
    os.close(fd)

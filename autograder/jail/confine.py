"""What a guard does before student code exists: its own folders, no rights, limits."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys

from autograder.jail import kernel
from autograder.judgement import Limits

if sys.platform != "win32":
    import resource  # here, since each submission would else import it anew

SINKS = ["/dev/null", "/dev/zero", "/dev/full"]  # devices that may be written to


def close_files(kept: tuple[int, ...], outputs: tuple[int, ...]) -> None:
    """Close all but `kept`; 0 becomes /dev/null, and so do 1 and 2 unless among `outputs`."""
    null = os.open("/dev/null", os.O_RDWR)
    for fd in (0, 1, 2):
        if fd == 0 or fd not in outputs:
            os.dup2(null, fd)
    close_others(kept)


def close_others(kept: tuple[int, ...]) -> None:
    """Close all but `kept` and 0, 1, 2."""
    last = 2
    for fd in sorted({fd for fd in kept if fd > 2}):
        os.closerange(last + 1, fd)
        last = fd
    os.closerange(last + 1, 2**31 - 1)


def mount_proc() -> None:
    """The jail's own /proc, over the zygote's; an empty one where a container forbids it."""
    flags = kernel.NOSUID | kernel.NODEV | kernel.NOEXEC
    try:
        kernel.mount("proc", "/proc", "proc", flags)
    except OSError:
        kernel.mount("none", "/proc", "tmpfs", flags | kernel.RDONLY, "mode=555,size=4k")


def mount_scratch(place: str, files: dict[str, bytes], size: int) -> None:
    """A file system in memory that holds the files and `size` bytes more."""
    size += sum(len(data) + 4096 * (2 + name.count("/")) for name, data in files.items())
    nodes = 10_000 + sum(1 + name.count("/") for name in files)
    options = f"mode=755,size={size + (1 << 20)},nr_inodes={nodes}"
    kernel.mount("scratch", place, "tmpfs", kernel.NOSUID | kernel.NODEV, options)


def make_folders(box: str, user: int | None) -> list[str]:
    """The folders in the box that the student may write to; `box` itself isn't one of them."""
    if user is not None:
        os.chmod(box, 0o711)
    folders = [os.path.join(box, name) for name in ("work", "tmp", "shm", "matplotlib")]
    for folder in folders:
        os.mkdir(folder, 0o700)
        if user is not None:
            os.chown(folder, user, user)
    return folders


def give_up_rights(user: int | None) -> None:
    """Become that user, with no group, capability, or way to gain any; die with the zygote."""
    linux = sys.platform == "linux"
    if linux:
        kernel.bar_capabilities()
    if user is not None:
        become(user)
    if linux:
        kernel.drop_capabilities()
        kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
        kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGKILL)  # changing the user had cleared it


def become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def free_users() -> tuple[int, int] | None:
    """The first of a range of user ids that nobody has, and how many there are.

    Above 0x70000000 systemd keeps them free; in a container, the upper half of what it has.
    """
    first, last = _widest("/proc/self/uid_map")
    least, most = _widest("/proc/self/gid_map")
    first, last = max(first, least), min(last, most)
    if last >= 0x7FFFFFFF:
        return 0x70000000, 0x0FFFFFF0
    first = (first + last) // 2
    return (first, last - first) if last - first >= 8192 else None


def _widest(path: str) -> tuple[int, int]:
    with open(path, encoding="utf-8") as lines:
        ranges = [[int(word) for word in line.split()] for line in lines]
    inside, _, count = max(ranges, key=lambda r: r[2])
    return inside, inside + count


def enter_user_namespace() -> None:
    """All rights over the namespaces that this process makes from now on, and none besides."""
    user, group = os.geteuid(), os.getegid()
    kernel.unshare(kernel.NEWUSER)
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w", encoding="utf-8") as file:
            file.write(text)


def volunteer() -> None:
    """When memory runs out, the kernel is to end this process before any other."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def safe_name(name: str) -> bool:
    """Whether a student's file of that name may lie in the scratch folder; others are left out."""
    try:
        parts = [os.fsencode(part) for part in name.split("/")]
    except UnicodeEncodeError:
        return False
    return len(parts) <= 16 and all(
        0 < len(part) < 256 and part not in (b".", b"..") and b"\0" not in part for part in parts
    )


def lay(files: dict[str, bytes], folder: str) -> None:
    """Write the files, whose names are safe. One that another stands in the way of is left out."""
    for name, data in files.items():
        path = os.path.join(folder, *name.split("/"))
        with contextlib.suppress(FileExistsError, NotADirectoryError, IsADirectoryError):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as file:
                file.write(data)


def limit(limits: Limits, crowd: int) -> None:
    """Limits for each process; `crowd`: how many others already count against this user."""
    seconds = math.ceil(limits.total_seconds)
    wanted = {
        "CPU": (seconds, seconds + 1),  # a signal that can be ignored, then one that can't
        "AS": limits.memory,
        "NPROC": limits.processes + crowd,
        "NOFILE": limits.files,
        "FSIZE": limits.file_size,
        "STACK": 8 << 20,
        # With 0 the kernel would still run the program that collects core dumps, as root; with 1
        # it doesn't, and a file of one byte is too small for any dump.
        "CORE": 1,
        "MSGQUEUE": 1 << 20,
        "MEMLOCK": 1 << 20,
    }
    for name, value in wanted.items():
        set_limit(name, value)


def set_limit(name: str, value: int | tuple[int, int]) -> None:
    """Set a limit (soft and hard, or both at once), or what is left of it."""
    kind = getattr(resource, f"RLIMIT_{name}", None)
    if kind is None:
        return
    soft, hard = value if isinstance(value, tuple) else (value, value)
    most = resource.getrlimit(kind)[1]
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    try:
        resource.setrlimit(kind, (soft, hard))
    except (OSError, ValueError):
        if sys.platform == "linux":
            raise

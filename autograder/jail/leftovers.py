"""What a submission leaves behind where no namespace takes it away: processes and files."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import stat
import time
from collections.abc import Collection

_PATIENCE = 10.0  # seconds; a fork bomb may take a few rounds


def kill(guard: int | None, others: Collection[int], user: int | None) -> None:
    """Kill all below that guard, or, without one, all orphans that came to this process.

    `others` are the guards of further submissions, which are left alone, with all below them.
    With a `user` of its own, whatever runs as that user is killed first, wherever it hangs.
    """
    import psutil

    if user is not None:
        _kill_user(user)
    me = psutil.Process()
    until = time.monotonic() + _PATIENCE
    stopped: set[int] = set()
    while time.monotonic() < until:
        if guard is not None:
            found = _below(guard)
        else:
            found = [p for p in me.children() if p.pid not in others]
            found += [below for p in found for below in _below(p.pid)]
        fresh = {p.pid for p in found} - stopped
        for pid in fresh:  # stop them all first: what is stopped doesn't fork
            _signal(pid, signal.SIGSTOP)
        stopped |= fresh
        if fresh:
            continue
        for process in found:
            _signal(process.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(process.pid, 0)
        if not found:
            return
        stopped.clear()
    if guard is not None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(guard, signal.SIGKILL)


def _below(pid: int) -> list:
    import psutil

    try:
        children = psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []
    return [child for child in children if _lives(child)]


def _lives(process) -> bool:
    import psutil

    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _kill_user(user: int) -> None:
    pid = os.fork()
    if pid == 0:
        try:
            os.setresuid(user, user, user)
            os.kill(-1, signal.SIGKILL)  # all that this user may signal: its own, but for itself
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def remove(folder: str) -> None:
    """Remove a folder that student code had for its own: also what it locked."""
    for place, folders, _ in os.walk(folder):
        for name in folders:
            path = os.path.join(place, name)
            if not os.path.islink(path):
                os.chmod(path, stat.S_IRWXU)
    shutil.rmtree(folder, ignore_errors=True)


def processes_of(user: int) -> int:
    """How many processes and threads that user has, as far as one may look."""
    import psutil

    count = 0
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.uids().real == user:
                count += process.num_threads()
    return count

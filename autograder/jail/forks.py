"""Forks that say something back: did it work, who is my grandchild, how did it end?"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable


def works(step: Callable[[], object]) -> bool:
    """Whether the step raises nothing, tried in a process that is gone afterwards."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            step()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(pid, 0)[1] == 0


def grandchild(step: Callable[[], object]) -> int:
    """Fork from a process in between, which has taken that step; it ends, the grandchild is ours.

    Returns the grandchild's pid, and 0 in the grandchild, which goes on only when it's ours (a
    parent's death would else reach it). Needs this process to be a subreaper.
    """
    told, tell = os.pipe()
    wait, go = os.pipe()
    between = os.fork()
    if between == 0:
        try:
            step()
            pid = os.fork()
            if pid == 0:
                for fd in (told, tell, go):
                    os.close(fd)
                os.read(wait, 1)  # until `go` is closed
                os.close(wait)
                return 0
            os.write(tell, str(pid).encode())
        except BaseException:  # the caller's code must not go on twice
            pass
        os._exit(0)
    os.close(tell)
    os.close(wait)
    answer = os.read(told, 20)
    os.close(told)
    os.waitpid(between, 0)
    os.close(go)
    if not answer:
        raise OSError("no process namespace could be made")
    return int(answer)


def in_words(status: int) -> str:
    """How a process ended, by what `wait` says."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"

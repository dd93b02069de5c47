"""`python -m autograder.zygote FD`: a warm process without a secret, which forks those of students.

It has numpy, shardlab and IPython at hand, and has never seen a test.
"""

from __future__ import annotations

import contextlib
import gc
import os
import random
import socket
import sys
import time
from dataclasses import replace

import numpy as np

from .jail import Jail, confine, safe_name
from .judgement import Limits
from .shell import Shell
from .student import Student
from .wire.channel import Channel, Closed
from .wire.values import FROM_STUDENTS


def main() -> None:
    control = Channel(socket.socket(fileno=int(sys.argv[1])))
    shell = Shell.instance()
    shell.warm()
    jail = Jail()
    gc.freeze()  # what the forks have in common
    control.send(("ready", list(jail.missing)))
    with contextlib.suppress(Closed):
        while True:
            kind, *rest = control.receive().value
            if kind == "end":
                control.send(("ended", _end(jail, *rest)))
                continue
            size, *numbers = rest
            fd, limits = control.take_over(), Limits(*numbers)

            def serve(fd=fd, limits=limits):
                control.sock.detach()  # the jail has closed it
                _serve(fd, shell, limits)

            room = replace(limits, file_size=limits.file_size + size)
            pid = jail.spawn(serve, {}, room, keep=(fd,))
            os.close(fd)
            control.send(("pid", pid))


def _end(jail: Jail, pid: int, patience: float) -> str:
    """End a jail; one that seems to have ended by itself gets some time to say how."""
    until = time.monotonic() + patience
    while jail.ended(pid) is None and time.monotonic() < until:
        time.sleep(0.005)
    return jail.end(pid)


def _serve(fd: int, shell: Shell, limits: Limits) -> None:
    """In the jail: the process of one submission."""
    random.seed()
    np.random.seed()  # noqa: NPY002 (the state that a student's code may use)
    sys.path.append(os.getcwd())  # last, so that no file takes the place of a module
    channel = Channel(socket.socket(fileno=fd), FROM_STUDENTS)
    _lay(channel.receive().value, limits)
    Student(channel, shell, limits).serve()
    os._exit(0)


def _lay(files: dict[str, bytes], limits: Limits) -> None:
    """Write the student's files; after them, none may be larger than the limit."""
    confine.lay({name: data for name, data in files.items() if safe_name(name)}, os.getcwd())
    confine.set_limit("FSIZE", limits.file_size)


if __name__ == "__main__":
    main()

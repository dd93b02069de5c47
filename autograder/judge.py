"""`judge(job)`: grade one submission in processes made for it, and never raise for what it holds.

Each thread that calls has a warm server of its own, which it starts when first needed.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from multiprocessing.connection import Connection

from .judgement import Job, Judgement

# of a Jupyter server that grades; nothing but its tokens is named so
TOKENS = ("JUPYTER_TOKEN", "JUPYTERHUB_", "JPY_")

# for the processes that run cells: a fork has one thread, and pictures go where a notebook has them
WARM = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
}

_mine = threading.local()


class Bench:
    """A warm server."""

    def __init__(self):
        ours, theirs = socket.socketpair()
        with theirs:
            mine = {k: v for k, v in os.environ.items() if not k.startswith(TOKENS)}
            self.process = subprocess.Popen(
                [sys.executable, "-m", "autograder.server", str(theirs.fileno())],
                pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env=mine | WARM,
                start_new_session=True,  # Ctrl-C is for the one who asks
            )  # fmt: skip
        self.pipe = Connection(ours.detach())

    def ask(self, what):
        """Raises EOFError or OSError when the server is gone."""
        self.pipe.send(what)
        return self.pipe.recv()

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.wait()


def judge(job: Job) -> Judgement:
    for _ in range(3):
        try:
            return _bench().ask(job)
        except (EOFError, OSError):
            close()
        except BaseException:  # interrupted: what it still answers is not for the next job
            close()
            raise
    return Judgement(failure="The grader was ended from outside, several times.", passing=True)


def missing() -> list[str]:
    """What this platform can't give to the jail."""
    return _bench().ask("missing")


def close() -> None:
    """End this thread's server."""
    if bench := getattr(_mine, "bench", None):
        bench.end()
        _mine.bench = None


def _bench() -> Bench:
    if getattr(_mine, "bench", None) is None:
        _mine.bench = Bench()
    return _mine.bench

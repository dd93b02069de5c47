"""The warm process of a worker: takes jobs from a pipe, and forks one process for each.

It starts a zygote beside it. Whoever of the three is killed is started anew, and the job with it.
"""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from multiprocessing.connection import Connection, wait
from pathlib import Path

from . import trusted
from .conversation import Zygote
from .jail import kernel
from .judge import WARM
from .judgement import Job, Judgement
from .shell import Shell
from .wire.channel import Closed

TRIES = 3  # of a job whose process dies
SPARE = 60.0  # seconds beyond the submission's own, before its process is killed
CLEAN = ("PATH", "LANG", "LC_ALL", "TZ", "SYSTEMROOT")


class Server:
    def __init__(self, jobs: Connection):
        self.jobs = jobs
        self.shell = Shell.instance()
        self.shell.warm()
        self.zygote, self.process = None, None

    def serve(self) -> None:
        try:
            while True:
                match self.jobs.recv():
                    case "missing":
                        self.start_zygote()
                        self.jobs.send(list(self.zygote.missing))
                    case job:
                        self.jobs.send(self.grade(job))
        except (EOFError, OSError):
            pass
        finally:
            self.end_zygote()

    def grade(self, job: Job) -> Judgement:
        with contextlib.suppress(Exception):  # a broken master is told by the one who grades
            trusted.warm(job)
        gc.freeze()  # no collection looks through, and so copies, what the forks have in common
        skip: list[str] = []
        for _ in range(TRIES):
            self.start_zygote()
            if job.require_jail and self.zygote.missing:
                return Judgement(failure=_no_jail(self.zygote.missing))
            judgement, where, late = self._in_a_process(job, skip)
            if judgement is not None:
                return judgement
            self.end_zygote()  # in what state it was left, nobody knows
            if late and where:
                skip.append(where)
        return Judgement(
            failure="The process that graded it was ended from outside, several times.",
            passing=True,
        )

    def _in_a_process(self, job: Job, skip) -> tuple[Judgement | None, str, bool]:
        """(the judgement, if it came; the test that ran last; whether it took too long)."""
        ours, theirs = _pipe()
        folder = _folder(job.given)
        pid = os.fork()
        if not pid:
            ours.close()
            self._work(theirs, job, skip, folder)
        theirs.close()
        where, until = "", time.monotonic() + job.limits.total_seconds + SPARE
        try:
            with ours:
                while ready := wait([ours, self.jobs], max(0.0, until - time.monotonic())):
                    if ours not in ready:  # nobody asks while a job runs: who asked is gone
                        raise SystemExit
                    kind, what = ours.recv()
                    if kind == "done":
                        return what, where, False
                    where = what
                return None, where, True
        except (EOFError, OSError):
            return None, where, False
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            if job.given:
                shutil.rmtree(folder, ignore_errors=True)

    def _work(self, pipe: Connection, job: Job, skip, folder: str) -> None:
        """In the process of one submission; it never returns."""
        code = 1
        if sys.platform == "linux":
            kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGKILL)  # it ends with the server
        with contextlib.suppress(ImportError, ValueError):  # no such limits on Windows
            import resource

            most = 2 * job.limits.memory  # what came of a student's number is made here
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
        try:
            os.chdir(folder)
            at = lambda name: pipe.send(("at", name))  # noqa: E731
            pipe.send(("done", trusted.grade(job, self.shell, self.zygote, at, skip)))
            code = 0
        except Closed:  # the zygote is gone
            pass
        except Exception as error:  # a slip of ours, which must not cost the batch
            traceback.print_exc()
            said = f"The grader itself failed ({type(error).__name__}: {error}); please report it."
            pipe.send(("done", Judgement(failure=said, passing=True)))
        finally:
            os._exit(code)

    def start_zygote(self) -> None:
        if self.process is not None and self.process.poll() is None:
            return
        self.end_zygote()
        ours, theirs = socket.socketpair()
        with theirs:
            environment = {k: os.environ[k] for k in CLEAN if k in os.environ}
            command = [sys.executable, "-I", "-m", "autograder.zygote", str(theirs.fileno())]
            self.process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, cwd="/",
                stdout=subprocess.DEVNULL, env=environment | WARM,
            )  # fmt: skip
        self.zygote = Zygote(ours)

    def end_zygote(self) -> None:
        if self.process is None:
            return
        if self.zygote is not None:
            self.zygote.channel.close()
        try:
            self.process.wait(5)  # it ends what it started
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = self.zygote = None


def _pipe() -> tuple[Connection, Connection]:
    one, other = socket.socketpair()
    return Connection(one.detach()), Connection(other.detach())


def _folder(given: dict[str, bytes]) -> str:
    """Where the tests run: a folder with the files of the release, if there are any."""
    if not given:
        return "/"
    folder = Path(tempfile.mkdtemp(prefix="given-"))
    for name, data in given.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return str(folder)


def _no_jail(missing: list[str]) -> str:
    return f"Not graded, as a whole jail is required: this platform has {', '.join(missing)}."


def main() -> None:
    Server(Connection(int(sys.argv[1]))).serve()


if __name__ == "__main__":
    main()

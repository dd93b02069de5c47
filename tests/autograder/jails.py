"""A zygote in a fork of the test, since making a jail moves its process into the view for good."""

import contextlib
import json
import os
import select
import signal
import sys
import time
import traceback

import pytest

from autograder.jail import Jail, kernel
from autograder.judgement import Limits

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
linux = pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")
LIMITS = Limits()
PATIENCE = 30.0  # seconds until a test gives up


def zygote(body, layers=None, user=None):
    """What body(Zygote) returns, run in a fork; its failure is the test's."""
    out, into = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(out)
        try:
            answer = {"answer": body(Zygote(layers, user))}
        except pytest.skip.Exception as reason:
            answer = {"skip": str(reason)}
        except BaseException:
            answer = {"failed": traceback.format_exc()}
        with os.fdopen(into, "w") as file:
            json.dump(answer, file)
        os._exit(0)
    os.close(into)
    try:
        answer = json.loads(_read(out) or '{"failed": "the zygote died, or took too long"}')
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    if "skip" in answer:
        pytest.skip(answer["skip"])
    assert "failed" not in answer, answer["failed"]
    return answer["answer"]


def _read(fd):
    """All that comes until the other side closes; None when that takes too long."""
    data, until = b"", time.monotonic() + PATIENCE
    with os.fdopen(fd, "rb", buffering=0) as file:
        while select.select([file], [], [], max(0, until - time.monotonic()))[0]:
            more = file.read(1 << 16)
            if not more:
                return data
            data += more
    return None


class Zygote:
    """A process with a jail. `layers` None: a complete one, or the test is skipped."""

    def __init__(self, layers, user):
        self.host = os.open("/proc", os.O_RDONLY) if sys.platform == "linux" else None
        if user is not None:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            kernel.prctl(kernel.SET_DUMPABLE, 1)
        sys.path[:] = [path for path in sys.path if not path.startswith(TESTS)]  # as in a zygote
        self.jail = Jail(layers)
        if layers is None and user is None and self.jail.missing:
            pytest.skip("this platform gives " + ", ".join(self.jail.missing))

    def start(self, attack, files=None, limits=LIMITS, keep=()):
        """Spawn attack(); what it returns, or the name of its error, comes out of the pipe."""
        out, into = os.pipe()

        def serve():
            PIPE.append(into)
            try:
                answer = attack()
            except Exception as error:
                answer = type(error).__name__
            os.write(into, json.dumps(answer).encode())

        pid = self.jail.spawn(serve, files or {}, limits, keep=(into, *keep))
        os.close(into)
        return pid, out

    def ask(self, attack, files=None, limits=LIMITS, keep=()):
        """What the attack returned, once it and all that held the pipe are gone."""
        pid, out = self.start(attack, files, limits, keep)
        data = _read(out)
        self.jail.end(pid)
        assert data, "something still holds the pipe" if data is None else "it died"
        return json.loads(data)

    def how_it_ends(self, attack, limits=LIMITS):
        pid, out = self.start(attack, limits=limits)
        _read(out)
        until = time.monotonic() + PATIENCE
        while self.jail.ended(pid) is None and time.monotonic() < until:
            time.sleep(0.005)
        return self.jail.end(pid)

    def living(self, user):
        """The host's processes of that user."""
        found = []
        for name in os.listdir(self.host):
            with contextlib.suppress(FileNotFoundError):
                if name.isdigit() and os.stat(name, dir_fd=self.host).st_uid == user:
                    found.append(int(name))
        return found


PIPE = []  # in a submission: the descriptor that was kept


def say(value):
    """In a submission: a line to the test."""
    os.write(PIPE[0], json.dumps(value).encode() + b"\n")


def first_line(out):
    """One line of what a submission that goes on says, as JSON."""
    line = b""
    while not line.endswith(b"\n"):
        assert select.select([out], [], [], PATIENCE)[0], "the submission says nothing"
        byte = os.read(out, 1)
        assert byte, "the submission ended"
        line += byte
    return json.loads(line)


def attempt(action, *args):
    """The name of the error, or the value."""
    try:
        return action(*args)
    except Exception as error:
        return type(error).__name__


def in_jail(attack, layers=None, **more):
    return zygote(lambda z: z.ask(attack, **more), layers)

"""Whatever a submission started is gone when it is ended, on lesser platforms too."""

import ctypes
import errno
import os
import signal
import sys
import time
from pathlib import Path

import psutil
import pytest

from autograder import jail
from autograder.jail import LAYERS, Jail, kernel
from autograder.judgement import Limits

sys.path.append(os.path.dirname(__file__))
from jails import attempt, first_line, in_jail, linux, say, zygote

REPOSITORY = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork on Windows")
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="not root: can't become another user"
)
ANOTHER = 54321


# -- how it ends -----------------------------------------------------------------------------------


def die(how):
    if how == "SIGSEGV":
        ctypes.string_at(0)
    if how.startswith("SIG"):
        os.kill(os.getpid(), getattr(signal, how))
    if how == "abort":
        os.abort()
    if how == "return":
        return
    if how == "error":
        raise KeyboardInterrupt
    os._exit(3) if how == "_exit" else sys.exit(4)


WORDS = {
    "SIGSEGV": "SIGSEGV",
    "SIGKILL": "SIGKILL",
    "SIGTERM": "SIGTERM",
    "abort": "SIGABRT",
    "_exit": "exit code 3",
    "exit": "exit code 4",
    "return": "exit code 0",
    "error": "exit code 1",
}


@pytest.mark.parametrize("layers", [None, frozenset()], ids=["complete", "bare"])
def test_says_how_it_ended(layers):
    def body(z):
        return {how: z.how_it_ends(lambda how=how: die(how)) for how in WORDS}

    assert zygote(body, layers) == WORDS


LESSER = [frozenset(), frozenset({"landlock", "seccomp"}), LAYERS - {"pids", "view"}]


def daemon():
    """Leave a process that left everything: parent, session, signals."""
    out, into = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            os.write(into, str(os.getpid()).encode())
            time.sleep(600)
        os._exit(0)
    return int(os.read(out, 20))


def leaves_nothing(z, goes_on, stopped=False):
    def attack():
        pid = daemon()
        say([pid, os.getuid()])
        if stopped:
            os.kill(pid, signal.SIGSTOP)
            os.kill(os.getpid(), signal.SIGSTOP)
        if goes_on:
            time.sleep(600)

    pid, out = z.start(attack)
    demon, user = first_line(out)
    until = time.monotonic() + 10
    while not goes_on and z.jail.ended(pid) is None and time.monotonic() < until:
        time.sleep(0.005)
    words = z.jail.end(pid)
    assert words == ("" if goes_on else "exit code 0")
    if "no process namespace" in z.jail.missing:
        assert attempt(os.kill, demon, 0) == "ProcessLookupError"
    elif "no user of its own" not in z.jail.missing:
        assert z.living(user) == []
    while os.read(out, 1000):  # the pipe is closed by all
        pass
    return True


@pytest.mark.parametrize("layers", [None, *LESSER], ids=lambda x: "-".join(sorted(x or {"all"})))
@pytest.mark.parametrize("goes_on", [True, False])
def test_end_leaves_no_daemon(layers, goes_on):
    assert zygote(lambda z: leaves_nothing(z, goes_on), layers)


@pytest.mark.parametrize("layers", [None, frozenset()], ids=["complete", "bare"])
def test_end_kills_what_is_stopped(layers):
    assert zygote(lambda z: leaves_nothing(z, True, stopped=True), layers)


@linux
def test_nothing_outlives_the_zygote():
    def body(z):
        _, out = z.start(lambda: say([daemon(), os.getuid()]) or time.sleep(600))
        return first_line(out)[1]

    user = zygote(body)
    until = time.monotonic() + 10
    while time.monotonic() < until:
        left = [p.pid for p in psutil.process_iter(["uids"]) if p.info["uids"].real == user]
        if not left:
            break
        time.sleep(0.02)
    assert left == []


def test_end_removes_the_scratch_folder():
    def attack():
        os.makedirs("a/b")
        Path("a/b/c").write_text("x")
        os.symlink("/etc", "a/etc")
        os.chmod("a/b", 0)
        os.chmod("a", 0)
        return os.getcwd()

    def body(z):
        box = os.path.dirname(z.ask(attack))
        return os.path.exists(box), os.path.exists("/etc")

    assert zygote(body, frozenset()) == [False, True]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        assert zygote(body, frozenset(), ANOTHER) == [False, True]


# -- where the platform gives less -----------------------------------------------------------------


def test_says_what_is_missing():
    def body(z):
        return z.jail.missing

    assert len(zygote(body, frozenset())) == len(LAYERS)
    found = zygote(body, LAYERS - {"network"})
    assert "no network namespace" in found


@linux
@as_root
def test_without_root_a_user_namespace_gives_all_but_the_user():
    def attack():
        pids = [name for name in os.listdir("/proc") if name.isdigit()]
        return os.getuid(), len(pids), os.path.exists(REPOSITORY / "source")

    def body(z):
        assert z.jail.missing == ["no user of its own"], z.jail.missing
        assert leaves_nothing(z, True) and leaves_nothing(z, False)
        return z.ask(attack)

    def possible():
        os.setresuid(ANOTHER, ANOTHER, ANOTHER)
        kernel.unshare(kernel.NEWUSER | kernel.NEWNS)

    if not jail.forks.works(possible):
        pytest.skip("no user namespaces here")
    assert zygote(body, LAYERS, ANOTHER) == [ANOTHER, 2, False]


@linux
@as_root
@pytest.mark.parametrize("layers", LESSER[:2], ids=["bare", "landlock"])
def test_without_root_and_namespaces_it_still_ends_all(layers):
    def body(z):
        return leaves_nothing(z, True) and leaves_nothing(z, False)

    assert zygote(body, layers, ANOTHER)


@linux
@pytest.mark.skipif(not kernel.landlock_abi() >= 6, reason="no Landlock that holds signals")
def test_landlock_keeps_signals_from_the_grader():
    host = os.getpid()
    answer = in_jail(lambda: attempt(os.kill, host, 0), frozenset({"landlock"}))
    assert answer == "PermissionError"


def test_windows_gets_a_sentence(monkeypatch):
    monkeypatch.delattr(os, "fork")
    with pytest.raises(jail.Mistake, match="no fork"):
        Jail().spawn(lambda: None, {}, Limits())


@linux
def test_a_jail_that_fails_runs_no_student_code():
    def body(z):
        def fail(*_):
            raise OSError(errno.EPERM, "forbidden")

        kernel.seccomp = fail
        return z.how_it_ends(lambda: Path("/scratch/work/ran").write_text("x"))

    assert "the jail failed" in zygote(body)

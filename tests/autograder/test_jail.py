"""What the jail promises, each attacked from inside."""

import contextlib
import ctypes
import glob
import os
import signal
import socket
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from autograder import jail
from autograder.jail import LAYERS, kernel, safe_name, view
from autograder.judgement import Limits

sys.path.append(os.path.dirname(__file__))
from jails import attempt, first_line, in_jail, linux, say, zygote

resource = pytest.importorskip("resource", reason="no limits of processes on Windows")
REPOSITORY = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork on Windows")


# -- what it must not see --------------------------------------------------------------------------


@linux
def test_sees_nothing_of_the_course_or_the_host():
    secrets = ["source", "course", "tests", ".git", "nbgrader_config.py", "autograder"]
    paths = [str(REPOSITORY / name) for name in secrets]
    paths += ["/etc/shadow", "/root/.ssh", "/root/.bashrc", "/home", "/var", "/sys/kernel", "/boot"]
    there = [path for path in paths if os.path.exists(path)]
    seen = in_jail(lambda: [path for path in paths if os.path.exists(path)])
    assert there and seen == []


@linux
def test_landlock_alone_lets_it_read_no_more():
    paths = [*glob.glob(f"{REPOSITORY}/source/*/*"), *glob.glob(f"{REPOSITORY}/course/*/*")]
    paths = [*paths, "/etc/shadow", "/etc/passwd", "/proc/self/environ"]

    def attack():
        return [attempt(open, path) for path in paths], attempt(os.listdir, "/")

    def body(z):
        if "no Landlock" in z.jail.missing:
            pytest.skip("no Landlock")
        return z.ask(attack)

    read, listed = zygote(body, frozenset({"landlock"}))
    assert set(read) == {"PermissionError"} and listed == "PermissionError"


@linux
def test_the_environment_holds_nothing_of_the_parent():
    def attack():
        inherited = Path("/proc/self/environ").read_bytes().strip(b"\0").decode()
        shown = subprocess.run(["env"], capture_output=True, text=True).stdout
        return sorted(os.environ), inherited, shown

    def body(z):
        return z.ask(attack)

    os.environ["SHARDLAB_TEST_SECRET"] = "hunter2"
    try:
        names, inherited, shown = zygote(body)
    finally:
        del os.environ["SHARDLAB_TEST_SECRET"]
    assert set(names) - {"TMPDIR"} == set(jail.environment())
    assert inherited == "" and "hunter2" not in shown


@linux
def test_inherits_no_open_file_but_those_kept(tmp_path):
    def attack():
        held = [fd for fd in range(3, 1000) if attempt(os.fstat, fd) != "OSError"]
        return [os.readlink(f"/proc/self/fd/{fd}") for fd in (0, 1, 2)], len(held)

    def body(z):
        os.dup2(os.open("/dev/zero", os.O_RDONLY), 700)
        return z.ask(attack)

    with open(tmp_path / "gradebook", "w"):
        assert zygote(body) == [["/dev/null"] * 3, 1]


# -- what it must not reach ------------------------------------------------------------------------


@linux
@pytest.mark.parametrize("less", [[], ["seccomp"], ["network", "landlock"]], ids=str)
def test_reaches_no_network(less):
    server = socket.create_server(("127.0.0.1", 0))
    local = socket.socket(socket.AF_UNIX)
    name = f"\0shardlab-{os.getpid()}"
    local.bind(name)
    local.listen()

    def attack():
        def to_loopback():
            socket.create_connection(server.getsockname(), timeout=5)

        def to_abstract():
            socket.socket(socket.AF_UNIX).connect(name)

        return attempt(to_loopback), attempt(to_abstract)

    layers = LAYERS.difference(less) if less else None
    with server, local:
        loopback, abstract = zygote(lambda z: z.ask(attack), layers)
    assert loopback in {"OSError", "ConnectionRefusedError", "PermissionError"}
    if "network" not in less:
        assert abstract in {"ConnectionRefusedError", "PermissionError"}


@linux
def test_sees_and_signals_no_process_but_its_own():
    host = os.getpid()

    def attack():
        seen = [int(name) for name in os.listdir("/proc") if name.isdigit()]
        return seen, attempt(os.kill, host, 0), attempt(os.kill, 1, signal.SIGKILL), os.getpid()

    seen, signalled, _, me = in_jail(attack)
    assert seen == [1, me] and signalled == "ProcessLookupError"


@linux
def test_cannot_look_into_its_guard():
    def attack():
        ptrace = ctypes.CDLL(None, use_errno=True).ptrace
        attached = ptrace(16, 1, 0, 0)
        return attached, attempt(open, "/proc/1/mem", "rb"), attempt(os.listdir, "/proc/1/fd")

    assert in_jail(attack, LAYERS - {"seccomp"}) == [-1, "PermissionError", "PermissionError"]


@linux
def test_gains_no_right():
    def attack():
        status = Path("/proc/self/status").read_text()
        lines = dict(line.split(":\t", 1) for line in status.splitlines())
        caps = {lines[name] for name in ("CapPrm", "CapEff", "CapBnd", "CapAmb")}
        return [
            [attempt(os.setuid, 0), attempt(os.setgid, 0), attempt(os.setgroups, [0])],
            [attempt(kernel.mount, "none", "/scratch/tmp", "tmpfs")],
            [attempt(kernel.unshare, flag) for flag in (kernel.NEWUSER, kernel.NEWNS)],
            [attempt(os.mknod, "disk", 0o60600, os.makedev(254, 0)), attempt(os.chroot, ".")],
            [*caps, lines["NoNewPrivs"], lines["Groups"].strip()],
            [os.getuid() == os.geteuid() == os.getgid() != 0],
        ]

    *refused, caps, user = in_jail(attack)
    assert {name for names in refused for name in names} == {"PermissionError"}
    assert caps == ["0" * 16, "1", ""] and user == [True]


@linux
def test_writes_nowhere_but_in_its_scratch():
    package = os.path.dirname(os.__file__)
    site = os.path.dirname(os.path.dirname(pytest.__file__))
    folders = [package, site, view.SCRATCH, "/", "/usr/bin", "/etc", "/dev", "/proc/self"]

    def attack():
        made = [folder for folder in folders if not isinstance(attempt(write, folder), str)]
        for folder in (".", "/tmp" if "TMPDIR" not in os.environ else os.environ["TMPDIR"]):
            write(folder)
        return made

    def write(folder):
        Path(folder, "mine").write_text("x")
        return 1

    assert in_jail(attack) == []
    assert in_jail(attack, LAYERS - {"landlock"}) == []


@linux
def test_submissions_do_not_see_each_other():
    name = f"\0shardlab-first-{os.getpid()}"

    def first():
        for folder in ("/scratch/work", "/scratch/tmp", "/dev/shm"):
            Path(folder, "answer").write_text("42")
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(name)
        listening.listen()
        assert ctypes.CDLL(None).shmget(4711, 4096, 0o1666) == -1  # nobody gets any
        say(os.getuid())
        time.sleep(60)

    def second():
        folders = ("/scratch/work", "/scratch/tmp", "/dev/shm")
        return {
            "files": [os.listdir(folder) for folder in folders],
            "processes": len([name for name in os.listdir("/proc") if name.isdigit()]),
            "socket": attempt(socket.socket(socket.AF_UNIX).connect, name),
            "memory": ctypes.CDLL(None).shmget(4711, 4096, 0),
            "user": os.getuid(),
        }

    def body(z):
        pid, out = z.start(first)
        user = first_line(out)
        seen = z.ask(second)
        assert z.jail.ended(pid) is None
        assert z.jail.end(pid) == ""
        return user, seen, z.living(user)

    user, seen, left = zygote(body)
    assert seen.pop("user") != user and left == []
    assert seen == {
        "files": [[], [], []],
        "processes": 2,
        "socket": "ConnectionRefusedError",
        "memory": -1,
    }


# -- what it must not use up -----------------------------------------------------------------------


def test_memory_is_limited():
    if sys.platform == "darwin":
        pytest.skip("macOS doesn't limit address space")
    assert in_jail(lambda: bytearray(100 << 30) and 1, frozenset()) == "MemoryError"


@linux
def test_disk_is_limited():
    def fill():
        written = 0
        with contextlib.suppress(OSError):
            for n in range(1000):
                with open(f"/scratch/{('work', 'tmp', 'shm')[n % 3]}/{n}", "wb", 0) as file:
                    written += file.write(bytes(1 << 20))
        return written

    assert 4 << 20 <= in_jail(fill, limits=Limits(file_size=4 << 20)) <= 6 << 20


@linux
def test_files_are_limited_in_number():
    def fill():
        for n in range(100_000):
            open(str(n), "x").close()

    assert in_jail(fill) == "OSError"


def test_a_file_is_limited():
    def grow():
        with open("huge", "wb", 0) as file:
            while True:
                file.write(bytes(1 << 20))

    assert in_jail(grow, frozenset(), limits=Limits(file_size=4 << 20)) == "OSError"


def test_open_files_are_limited():
    def hoard():
        held = []
        with contextlib.suppress(OSError):
            while True:
                held.append(open(os.devnull))
        count = len(held)
        held.clear()
        return count

    assert in_jail(hoard, frozenset(), limits=Limits(files=50)) < 50


def test_processor_time_is_limited():
    def spin():
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        while True:
            pass

    def body(z):
        return z.how_it_ends(spin, Limits(total_seconds=0.5))

    assert zygote(body, frozenset()) == "SIGKILL"


def test_leaves_no_core_dump():
    soft, hard = in_jail(lambda: resource.getrlimit(resource.RLIMIT_CORE), frozenset())
    assert soft <= 1 and hard <= 1


@linux
def test_a_fork_bomb_is_bounded_and_ends():
    def bomb():
        say(os.getuid())
        while True:
            with contextlib.suppress(OSError):
                os.fork()

    def body(z):
        pid, out = z.start(bomb, limits=Limits(processes=20))
        user = first_line(out)
        until = time.monotonic() + 10
        while len(z.living(user)) < 20 and time.monotonic() < until:
            time.sleep(0.01)
        most = len(z.living(user))
        z.jail.end(pid)
        return most, z.living(user)

    most, left = zygote(body)
    assert 15 <= most <= 21 and left == []


# -- what it is given ------------------------------------------------------------------------------


def test_the_files_lie_in_the_scratch_folder_and_nowhere_else():
    files = {
        "data/a.csv": b"1,2",
        "größe (1), [x].txt": b"ok",
        "big": bytes(3 << 20),
        "../evil": b"no",
        "/tmp/evil": b"no",
        "data": b"in the way of data/a.csv",
        "a/../../evil": b"no",
    }

    def attack():
        found = sorted(str(path) for path in Path(".").rglob("*") if path.is_file())
        return (
            found,
            Path("data/a.csv").read_text(),
            os.path.getsize("big"),
            os.path.exists("../evil"),
        )

    for layers in (None, frozenset()):
        found = in_jail(attack, layers, files=files, limits=Limits(file_size=1 << 20))
        assert found == [["big", "data/a.csv", "größe (1), [x].txt"], "1,2", 3 << 20, False]


@pytest.mark.parametrize("name", ["a", "a/b.csv", ".hidden", "x (1).py", "ü,\"'", "a\nb", "..."])
def test_safe_names(name):
    assert safe_name(name)


BAD = ["", "/", "/a", "../a", "a/../b", "a//b", "a/", ".", "a/.", "..", "a\0b", "x" * 256, "\ud800"]


@pytest.mark.parametrize("name", [*BAD, "a/" * 20 + "a"], ids=repr)
def test_bad_names(name):
    assert not safe_name(name)


@linux
def test_ordinary_work_works():
    stdlib, installed = ("wave", "aifc", "nntplib", "xdrlib"), ("mdurl", "wcwidth", "pytz", "fqdn")
    new = [
        next(name for name in names if name not in sys.modules and find_spec(name))
        for names in (stdlib, installed)
    ]

    def attack():
        for name in new:
            import_module(name)
        import numpy as np
        from matplotlib.figure import Figure

        fonts = os.listdir(os.environ["MPLCONFIGDIR"])
        figure = Figure()
        figure.subplots().plot([1, 2])
        figure.savefig("plot.png")
        Path("data").mkdir()
        Path("data/x.txt").write_text("hello")
        product = float((np.ones((50, 60)) @ np.ones((60, 70))).sum())
        listed = subprocess.run(["ls"], capture_output=True, text=True).stdout.split()
        return fonts, product, listed, os.listdir(os.environ["MPLCONFIGDIR"])

    fonts, product, listed, later = in_jail(attack)
    assert product == 50 * 60 * 70 and listed == ["data", "plot.png"]
    assert fonts == later and fonts[0].startswith("fontlist")


@linux
def test_without_a_view_the_files_of_others_are_let_alone(tmp_path):
    other = tmp_path / "gradebook.db"
    other.write_text("scores")
    other.chmod(0o666)

    def attack():
        return [
            attempt(lambda: os.chmod(other, 0)),
            attempt(lambda: os.utime(other, (0, 0))),
            attempt(lambda: resource.prlimit(1, resource.RLIMIT_FSIZE, (0, 0))),
            resource.prlimit(0, resource.RLIMIT_NOFILE)[0] > 0,
        ]

    lesser = frozenset({"landlock", "seccomp"})
    assert in_jail(attack, lesser) == ["PermissionError"] * 3 + [True]
    assert other.stat().st_mode & 0o777 == 0o666

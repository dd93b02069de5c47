"""A fresh jail for each submission, entered in milliseconds by a fork of a warm process.

Two processes make a jail. The *guard* enters namespaces, gives up every privilege and forks the
*server*, which runs the student's code. The guard is process 1 of the jail: it reaps what the
student leaves behind, says how the server ended, and when it goes, the kernel kills all the rest.

Where the platform gives less, the jail uses what there is, and `Jail.missing` says what it lacks.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass

from autograder.course import Mistake
from autograder.jail import confine, environments, forks, kernel, leftovers, seccomp, view
from autograder.jail.confine import safe_name
from autograder.judgement import Limits

_WORDS = {
    "view": "no file system of its own",
    "pids": "no process namespace",
    "network": "no network namespace",
    "ipc": "no IPC namespace",
    "user": "no user of its own",
    "landlock": "no Landlock",
    "seccomp": "no filter of system calls",
}
LAYERS = frozenset(_WORDS)
_NAMESPACES = {
    "view": kernel.NEWNS,
    "pids": kernel.NEWPID,
    "network": kernel.NEWNET,
    "ipc": kernel.NEWIPC | kernel.NEWUTS,
}
_PER_PROCESS = 64  # submissions of one zygote that live at once, each with its own user
_READY = b"ready\n"


@dataclass
class _Life:
    """A submission that was started: `words` says how it ended, once it has."""

    status: int  # where the guard says how the server ended
    slot: int
    box: str | None  # its scratch folder, where that has to be removed by hand
    words: str | None = None


def environment(work: str = f"{view.SCRATCH}/work") -> dict[str, str]:
    """The variables that student code sees. BLAS reads its own once, when the zygote starts."""
    return environments.clean(work)


class Jail:
    """Made once, in the zygote, which must have a single thread and have imported all it needs:
    where the platform can, the zygote itself moves into the read-only view and stays there.

    `missing`: what the platform can't give, in phrases. The zygote has no other child processes.
    """

    def __init__(self, layers: frozenset[str] | None = None):
        wanted = LAYERS if layers is None else layers
        self._living: dict[int, _Life] = {}
        self._layers: set[str] = set()
        self._reason: dict[str, str] = {}
        if hasattr(os, "fork"):
            self._fonts = view.fonts()
            self._paths = view.shown()
            self._filter = seccomp.program()
            self._others = leftovers.processes_of(os.getuid()) if os.getuid() else 0
            environments.replace(environment())
            if sys.platform == "linux":
                self._find_layers(wanted)
        lacks = sorted(LAYERS - self._layers)
        self.missing = [_WORDS[layer] + self._reason.get(layer, "") for layer in lacks]

    def _find_layers(self, wanted: frozenset[str]) -> None:
        """Try each layer in a process of its own; enter what is entered once."""
        root = os.geteuid() == 0
        if not root and wanted & _NAMESPACES.keys() and forks.works(_enter_user_namespace):
            confine.enter_user_namespace()
        for layer, flags in _NAMESPACES.items():
            if layer in wanted and forks.works(lambda flags=flags: kernel.unshare(flags)):
                self._layers.add(layer)
        if "landlock" in wanted and kernel.landlock_abi():
            self._layers.add("landlock")
        if "seccomp" in wanted and self._filter and forks.works(self._try_filter):
            self._layers.add("seccomp")
        self._own_pids = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        self._may_return = forks.works(lambda: self._new_pids(lambda: None))
        if "pids" not in self._layers or not self._may_return:
            kernel.prctl(kernel.SET_CHILD_SUBREAPER, 1)  # orphans come to this process
        self._users = confine.free_users() if root else None
        # the view has no /proc, which finds what's left of a submission without "pids"
        enter = {"view", "pids"} <= self._layers
        if enter and forks.works(lambda: _enter_view(self._paths)):
            _enter_view(self._paths)
        else:
            self._layers.discard("view")
        if "user" in wanted and self._users:
            if forks.works(self._use_packages_as_other):
                self._layers.add("user")
            else:
                self._reason["user"] = f" (others may not read {sys.prefix})"

    def _try_filter(self) -> None:
        kernel.prctl(kernel.SET_NO_NEW_PRIVS, 1)
        kernel.seccomp(self._filter)

    def _use_packages_as_other(self) -> None:
        confine.become(self._users[0])
        for module in ("os", "numpy", "IPython", "shardlab"):
            if module in sys.modules:
                open(sys.modules[module].__file__, "rb").close()

    def _new_pids(self, fork: Callable[[], int]) -> int:
        """Fork a process that is number 1 of a new process namespace, from outside of it."""
        kernel.unshare(kernel.NEWPID)
        pid = None
        try:
            pid = fork()
            return pid
        finally:
            if pid != 0:
                kernel.setns(self._own_pids, kernel.NEWPID)

    def spawn(
        self,
        serve: Callable[[], object],
        files: dict[str, bytes],
        limits: Limits,
        keep: tuple[int, ...] = (),
    ) -> int:
        """Fork a jailed process that calls serve(), in a scratch folder that holds the files.

        Files whose name isn't `safe_name` are left out. Of the open file descriptors only `keep`
        stay open; 0 is /dev/null, and so are 1 and 2 unless kept.
        """
        if not hasattr(os, "fork"):
            raise Mistake("this system has no fork, which grading needs: use Linux, WSL or macOS.")
        slot = min(set(range(_PER_PROCESS)) - {life.slot for life in self._living.values()})
        box = None if "view" in self._layers else tempfile.mkdtemp(prefix="shardlab-")
        status, told = os.pipe()
        user = self._user(slot) if "user" in self._layers else None
        crowd = self._crowd(limits)
        try:
            pid = self._fork_guard()
            if pid == 0:
                self._guard(serve, files, limits, keep, box, user, crowd, told)
        finally:
            os.close(told)
        os.set_blocking(status, False)
        self._living[pid] = _Life(status, slot, box)
        return pid

    def ended(self, pid: int) -> str | None:
        """How the submission ended, in words; None while it lives. Doesn't wait."""
        life = self._living[pid]
        if life.words is None:
            known, status = os.waitpid(pid, os.WNOHANG)
            if known:
                life.words = _told(life.status) or forks.in_words(status)
        return life.words

    def end(self, pid: int) -> str:
        """Kill all that the submission started. How it had ended by itself, if so; else ""."""
        life = self._living[pid]
        words = self.ended(pid)
        guards = self._living.keys() - {pid}
        user = self._user(life.slot) if "user" in self._layers else None
        if "pids" not in self._layers:
            leftovers.kill(pid, guards, user)
        if words is None:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        if "pids" not in self._layers:
            leftovers.kill(None, guards, user)  # what became ours when the guard went
        os.close(life.status)
        if life.box:
            leftovers.remove(life.box)
        del self._living[pid]
        return words or ""

    def _fork_guard(self) -> int:
        if "pids" not in self._layers:
            return os.fork()
        if self._may_return:
            return self._new_pids(os.fork)
        return forks.grandchild(lambda: kernel.unshare(kernel.NEWPID))

    def _user(self, slot: int) -> int:
        """A user id that no other living submission has, of this zygote or another."""
        first, count = self._users
        return first + os.getpid() % (count // _PER_PROCESS) * _PER_PROCESS + slot

    def _guard(self, serve, files, limits, keep, box, user, crowd, told) -> None:
        """The rest of the guard's life, and of the server's. Does not return."""
        try:
            for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
                with contextlib.suppress(OSError, ValueError):
                    signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            os.setsid()
            confine.close_files((*keep, told), keep)
            work = self._enter(files, limits, box, user, crowd)
            if "pids" not in self._layers and sys.platform == "linux":
                kernel.prctl(kernel.SET_CHILD_SUBREAPER, 1)  # orphans stay below the guard
            os.write(told, _READY)
            server = os.fork()
            if server == 0:
                os.close(told)
                self._serve(serve, work)
            os.closerange(0, told)
            os.closerange(told + 1, 2**31 - 1)
            known = None
            while known != server:
                known, status = os.wait()
            os.write(told, forks.in_words(status).encode())
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.write(told, f"the jail failed: {type(error).__name__}: {error}".encode())
        os._exit(0)

    def _serve(self, serve, work: str) -> None:
        code = 1
        try:
            if sys.platform == "linux":
                kernel.prctl(kernel.SET_PDEATHSIG, signal.SIGKILL)
                kernel.prctl(kernel.SET_DUMPABLE, 1)  # may look at itself; the guard stays closed
            signal.signal(signal.SIGINT, signal.default_int_handler)  # these as Python has them
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_IGN)
            os.chdir(work)
            serve()
            code = 0
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else int(error.code is not None)
        finally:
            with contextlib.suppress(BaseException):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code & 255)

    def _enter(self, files, limits: Limits, box: str | None, user: int | None, crowd: int) -> str:
        """Put this process into the jail. Returns the scratch folder, which holds the files."""
        files = {name: data for name, data in files.items() if safe_name(name)}
        spaces = sum(_NAMESPACES[n] for n in self._layers & _NAMESPACES.keys() - {"pids"})
        if spaces:
            kernel.unshare(spaces)
        if "view" in self._layers:
            confine.mount_proc()
            confine.mount_scratch(view.SCRATCH, files, limits.file_size)
        box = box or view.SCRATCH
        folders = confine.make_folders(box, user)
        confine.volunteer()
        if sys.platform == "linux":
            confine.give_up_rights(user)
        if "landlock" in self._layers:
            readable = ["/"] if "view" in self._layers else [*self._paths, *view.DEVICES]
            kernel.landlock(readable, [*folders, *confine.SINKS])
        if "seccomp" in self._layers:
            kernel.seccomp(seccomp.program(others="view" not in self._layers))
        os.umask(0o022)
        confine.lay(files, folders[0])
        confine.lay(self._fonts, f"{box}/matplotlib")
        confine.limit(limits, crowd)
        os.environ.update(environment(folders[0]))
        if not ("view" in self._layers and os.path.islink("/tmp")):
            os.environ["TMPDIR"] = f"{box}/tmp"
        return folders[0]

    def _crowd(self, limits: Limits) -> int:
        """How many processes that aren't this submission's may count against its limit of them."""
        if "user" in self._layers:
            return 1  # the guard
        return self._others + 2 + len(self._living) * (limits.processes + 1)


def _enter_view(paths: list[str]) -> None:
    kernel.unshare(kernel.NEWNS)
    view.enter(paths)


def _enter_user_namespace() -> None:
    confine.enter_user_namespace()
    kernel.unshare(kernel.NEWNS)  # some systems give the namespace, but no rights in it


def _told(status: int) -> str:
    """What the guard wrote: that it was ready, then how the server ended; or what failed."""
    with contextlib.suppress(BlockingIOError):
        return os.read(status, 1000).removeprefix(_READY).decode(errors="replace")
    return ""

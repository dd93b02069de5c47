"""The untrusted side: runs the student's cells, and calls their functions when asked.

`python -m autograder.student FD` is the *zygote*: warm, and without a secret. On request it forks a
jailed process for one submission, which serves the trusted side over a socket. What that process
says is what the student says: nobody believes it more than that.
"""

from __future__ import annotations

import contextlib
import gc
import inspect
import os
import random
import socket
import sys
import tempfile
import time

import numpy as np

import shardlab.draw
import shardlab.testing  # noqa: F401 (what cells use is there before the first)
from shardlab import errors
from shardlab.device import Device
from shardlab.errors import ShardError
from shardlab.isolation import smuggled
from shardlab.outside import Outside
from shardlab.request import Asks

from .channel import Channel, Closed
from .jail import Jail
from .judgement import Limits
from .shell import Shell
from .told import CLASSES, tell
from .values import FROM_STUDENTS, OBJECTS, DeviceHere, NotPlain

RAW = 1 << 20  # bytes kept of what is written past Python, to descriptors 1 and 2


class Student:
    """Serves one submission, in its own process."""

    def __init__(self, channel: Channel, shell: Shell, limits: Limits):
        self.channel, self.shell, self.limits = channel, shell, limits
        self.here, self.pid = os.getcwd(), os.getpid()
        self.raw = _raw_output()
        shell.listen = self.listen
        self.left = 0  # characters that a cell may still put out
        self.devices = []  # their processes

    def serve(self) -> None:
        with contextlib.suppress(Closed):
            while True:
                request = self.receive()
                self.left = self.limits.output
                kind, *rest = request.value
                reply = getattr(self, kind)(request, *rest)
                if os.getpid() != self.pid:  # the student's code forked, and this is the child
                    os._exit(0)
                self._flush_raw()
                if reply is not None:
                    self.channel.send(reply, request)

    def receive(self):
        return self.channel.receive(function=self._back, objects=tuple(OBJECTS))

    # -- what is asked ---------------------------------------------------------------------------

    def run(self, request, name, source):
        """A cell: what it raised, as plain data, or None."""
        error = self.shell.run(name, source)
        return "ran", error if error is None else tell(error, self.is_own)

    def look(self, request, names):
        """What the names stand for now."""
        found = [self._look(name) for name in names]
        return "looked", found

    def call(self, request, name, args, kwargs):
        """One call of a function of the student's."""
        if name not in self.shell.user_ns:
            self.channel.send(("missing",), request)
            return
        fn = self.shell.user_ns[name]
        self._answer(request, lambda: fn(*args, **kwargs), args, kwargs)

    def device(self, request):
        """Become two: the new process serves one emulated device, over a socket that follows."""
        _, fds, _, _ = socket.recv_fds(self.channel.sock, 1, 1)
        self.devices = [pid for pid in self.devices if not os.waitpid(pid, os.WNOHANG)[0]]
        pid = os.fork()
        if pid:
            self.devices.append(pid)
            os.close(fds[0])
            return ("there",)
        self.channel.close()
        self.channel, self.pid = Channel(socket.socket(fileno=fds[0]), FROM_STUDENTS), os.getpid()
        try:
            OneDevice(self).serve()
        finally:
            os._exit(0)

    # -- helpers -----------------------------------------------------------------------------------

    def is_own(self, filename: str) -> bool:
        return filename.startswith("cell ") or filename.startswith(self.here + os.sep)

    def listen(self, output):
        """An output of a cell goes to the trusted side, while the cell has some of its share."""
        if output["output_type"] == "stream":
            output = {**output, "text": output["text"][: max(0, self.left)]}
            size = len(output["text"])
            if not size:
                return
            self.left -= size
            if self.left <= 0:
                self.channel.send(("cut",))
        self.say("out", output)

    def say(self, *message):
        try:
            self.channel.send(message)
        except NotPlain:
            self.channel.send(("cut",))

    def _answer(self, request, call, args, kwargs):
        """Reply with what call() returns or raises, and what its arguments hold afterwards."""
        try:
            with self.shell.printing():
                reply = "value", call(), args, kwargs
            if os.getpid() != self.pid:
                os._exit(0)
        except BaseException as error:
            reply = "raised", tell(error, self.is_own), args, kwargs
        self._flush_raw()
        try:
            self.channel.send(reply, request)
        except NotPlain as reason:
            self.channel.send(("refused", str(reason)))
        except (Closed, OSError):
            raise
        except Exception as error:  # an object that can't even be looked at
            self.channel.send(("refused", f"something that can't be read ({type(error).__name__})"))

    def _look(self, name):
        value = self.shell.user_ns.get(name, _MISSING)
        if value is _MISSING:
            return ("missing",)
        if callable(value):
            called = getattr(value, "__name__", name)
            called = called if type(called) is str else name
            return "function", called[:80], _parameters(value), inspect.isgeneratorfunction(value)
        try:
            self.channel.check(value)
        except NotPlain as reason:
            return "refused", str(reason)
        except Exception as error:
            return "refused", f"something that can't be read ({type(error).__name__})"
        return "value", value

    def _back(self, number, name):
        """What stands for a function that the test handed over."""

        def function(*args, **kwargs):
            self.channel.send(("back", number, args, kwargs))
            kind, *rest = self.receive().value
            if kind == "error":
                raise _error(*rest)
            return rest[0]

        function.__name__ = function.__qualname__ = name
        return function

    def _flush_raw(self):
        """What was written to the descriptors themselves, by a subprocess say."""
        size = os.fstat(self.raw).st_size
        if size:
            text = os.pread(self.raw, RAW, 0).decode(errors="replace")
            os.ftruncate(self.raw, 0)
            os.lseek(self.raw, 0, os.SEEK_SET)
            self.listen({"output_type": "stream", "name": "stdout", "text": text})


class OneDevice:
    """Serves the calls that one emulated device makes, in a process of its own."""

    def __init__(self, student: Student):
        self.student, self.channel = student, student.channel
        student.shell.listen = self.listen

    def serve(self):
        request = self.student.receive()
        mesh, rank, hardware = request.value
        self.dev = Device(Asks(self.ask, hardware), mesh, rank)
        with contextlib.suppress(Closed):
            while True:
                self.student.left = self.student.limits.output
                request = self.student.receive()
                name, args, kwargs = request.value
                fn = self.student.shell.user_ns.get(name)
                self.call(request, fn, args, kwargs)

    def call(self, request, fn, args, kwargs):
        self.outside = Outside(fn)
        self.student._answer(request, lambda: self._run(fn, args, kwargs), args, kwargs)

    def _run(self, fn, args, kwargs):
        """Call it; what it changed outside is what went wrong, whatever came of that."""
        try:
            value = fn(*map(self._here, args), **kwargs)
        except BaseException as error:
            if changes := self.outside.written(error) or self.outside.changes():
                raise ShardError(smuggled(self.dev.rank, changes)) from None
            raise
        if changes := self.outside.changes():
            raise ShardError(smuggled(self.dev.rank, changes))
        return value

    def ask(self, request):
        kind, axes, arguments, line = request
        if kind == "meet":  # what is known of the value itself need not be told
            value, terms = arguments
            arguments = value, tuple(None if isinstance(t, np.dtype) else t for t in terms)
        self.channel.send(("ask", kind, axes, arguments, line))
        while True:
            kind, *rest = self.student.receive().value
            if kind == "changes?":  # another device failed
                self.channel.send(("changes", self.outside.changes()))
            elif kind == "error":
                raise _error(*rest)
            else:
                return rest[0]

    def listen(self, output):
        if output["output_type"] == "stream":
            self.student.say("out", output)

    def _here(self, value):
        if type(value) is DeviceHere:
            return self.dev[value.axes] if value.axes else self.dev
        return value


_MISSING = object()


def _error(name, message):
    """An error of the library, which the trusted side met on behalf of this one."""
    return CLASSES.get(name, errors.ShardError)(message)


def _parameters(value) -> list:
    """[(name, kind, whether there is a default)], or [] where they can't be told."""
    try:
        parameters = inspect.signature(value).parameters.values()
        return [(p.name, p.kind.name, p.default is not p.empty) for p in parameters]
    except Exception:
        return []


def _raw_output() -> int:
    """A file without a name, for descriptors 1 and 2."""
    with tempfile.TemporaryFile(dir=".") as file:
        fd = os.dup(file.fileno())
    os.dup2(fd, 1)
    os.dup2(fd, 2)
    return fd


# -- the zygote ------------------------------------------------------------------------------------


def main() -> None:
    control = Channel(socket.socket(fileno=int(sys.argv[1])))
    shell = Shell.instance()
    jail = Jail()
    gc.freeze()  # what the forks have in common
    control.send(("ready", list(jail.missing)))
    with contextlib.suppress(Closed):
        while True:
            kind, *rest = control.receive().value
            if kind == "end":
                control.send(("ended", _end(jail, *rest)))
                continue
            files, *numbers = rest
            _, fds, _, _ = socket.recv_fds(control.sock, 1, 1)
            limits = Limits(*numbers)

            def serve(fd=fds[0], limits=limits):
                control.sock.detach()  # the jail has closed it
                _serve(fd, shell, limits)

            pid = jail.spawn(serve, files, limits, keep=(fds[0],))
            os.close(fds[0])
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
    Student(Channel(socket.socket(fileno=fd), FROM_STUDENTS), shell, limits).serve()
    os._exit(0)


if __name__ == "__main__":
    main()

"""The untrusted side: runs the student's cells, and calls their functions when asked.

One process for one submission, in a jail. What it says is what the student says: nobody believes it
more than that.
"""

from __future__ import annotations

import contextlib
import inspect
import os
import socket
import tempfile

from .judgement import Limits
from .onedevice import OneDevice
from .remote import OPERATIONS
from .secluded import seclude
from .shell import Shell
from .wire.channel import Channel, Closed
from .wire.told import made_anew, tell
from .wire.values import FROM_STUDENTS, OBJECTS, NotPlain, made_into

RAW = 1 << 20  # bytes kept of what is written past Python, to descriptors 1 and 2


class Student:
    """Serves one submission, in its own process."""

    def __init__(self, channel: Channel, shell: Shell, limits: Limits):
        self.channel, self.shell, self.limits = channel, shell, limits
        self.here, self.pid = os.getcwd(), os.getpid()
        self.raw = _raw_output()
        shell.listen = self.listen
        self.left = 0  # characters that a cell may still put out
        self.forks = []  # the processes of devices and of hidden tests
        self.classes, self.kept = [], {}  # whose objects stay here, and those: id -> object
        channel.keep, channel.find = self.keep, self.find

    def serve(self) -> None:
        with contextlib.suppress(Closed):
            while True:
                request = self.receive()
                self.left = self.limits.output
                reply = self.obey(request)
                if os.getpid() != self.pid:  # the student's code forked, and this is the child
                    os._exit(0)
                self._flush_raw()
                if reply is not None:
                    self.channel.send(reply, request)

    def obey(self, request):
        kind, *rest = request.value
        return getattr(self, kind)(request, *rest)

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

    def call(self, request, name, args, kwargs, changes):
        """One call of a function of the student's."""
        if name not in self.shell.user_ns:
            self.channel.send(("missing",), request)
            return
        fn = self.shell.user_ns[name]
        with self.rebound(changes):
            self.answer(request, lambda: fn(*args, **kwargs), args, kwargs)

    def operate(self, request, target, operation, args, kwargs):
        """Do something to an object, or to a class by its name."""
        if type(target) is str:
            target = self.shell.user_ns[target]
        do = OPERATIONS[operation]
        self.answer(request, lambda: do(target, *args, **kwargs), args, kwargs)

    def hand_out(self, request, classes):
        """From now on, objects of these classes may be spoken of."""
        self.classes = classes
        return ("there",)

    def device(self, request):
        """Become two: the new process serves one emulated device."""
        return self._become(lambda: OneDevice(self).serve())

    def aside(self, request):
        """Become two: the new process serves as this one does, and takes along what it learns."""
        return self._become(self.serve)

    def _become(self, serve):
        """Fork a process that serves over a socket which follows, and that can leave nothing."""
        fd = self.channel.take_over()
        with contextlib.suppress(ChildProcessError):  # the student's code has waited for them
            self.forks = [pid for pid in self.forks if not os.waitpid(pid, os.WNOHANG)[0]]
        try:
            pid = os.fork()
        except OSError:  # its threads and processes are as many as there may be
            os.close(fd)
            return ("none",)
        if pid:
            self.forks.append(pid)
            os.close(fd)
            return ("there",)
        try:
            self.channel.close()
            self.channel = Channel(socket.socket(fileno=fd), FROM_STUDENTS)
            self.channel.keep, self.channel.find = self.keep, self.find
            self.pid, self.forks, self.raw = os.getpid(), [], _raw_output()
            seclude(fd, self.raw)
            serve()
        finally:
            os._exit(0)

    @contextlib.contextmanager
    def rebound(self, changes: dict):
        """Names that a test deleted or set to something else, for one call."""
        if not changes:
            yield
            return
        space = self.shell.user_ns
        before = {name: space[name] for name in space if type(name) is str}
        for name, (what, *value) in changes.items():
            if what == "gone":
                space.pop(name, None)
            elif what == "set":  # the test has changed it in place, and it stays changed
                same = type(space.get(name)) is type(value[0])
                before[name] = space[name] = made_into(space[name], value[0]) if same else value[0]
            else:
                space[name] = before.get(value[0]) if what == "is" else value[0]
        try:
            yield
        finally:
            for name in changes:
                space.pop(name, None)
                if name in before:
                    space[name] = before[name]

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

    def answer(self, request, call, args, kwargs):
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
        try:
            if callable(value):
                called = getattr(value, "__name__", name)
                called = called[:80] if type(called) is str else name
                return "function", called, _parameters(value), inspect.isgeneratorfunction(value)
            self.channel.check(value)
        except NotPlain as reason:
            return "refused", str(reason)
        except BaseException as error:  # an object of the student's may do anything
            return "refused", f"something that can't be read ({type(error).__name__})"
        return "value", value

    def _back(self, number, name):
        """What stands for a function that the test handed over."""

        def function(*args, **kwargs):
            self.channel.send(("back", number, args, kwargs))
            while True:
                request = self.receive()
                kind, *rest = request.value
                if kind == "error":
                    raise made_anew(*rest)
                if kind == "value":
                    return rest[0]
                if (reply := self.obey(request)) is not None:  # it calls the student's code in turn
                    self.channel.send(reply, request)

        function.__name__ = function.__qualname__ = name
        return function

    def keep(self, value):
        """(number, kind) of an object that stays here."""
        kind = type(value).__name__
        if kind in self.classes and type(value) is self.shell.user_ns.get(kind):
            self.kept[id(value)] = value
            return id(value), kind

    def find(self, number, kind):
        return self.shell.user_ns[number] if kind == "name" else self.kept[number]

    def _flush_raw(self):
        """What was written to the descriptors themselves, by a subprocess say."""
        size = os.fstat(self.raw).st_size
        if size:
            text = os.pread(self.raw, RAW, 0).decode(errors="replace")
            os.ftruncate(self.raw, 0)
            os.lseek(self.raw, 0, os.SEEK_SET)
            self.listen({"output_type": "stream", "name": "stdout", "text": text})


_MISSING = object()


def _parameters(value) -> list:
    """[(name, kind, whether there is a default)], or [] where they can't be told."""
    try:
        parameters = inspect.signature(value).parameters.values()
        return [(p.name, p.kind.name, p.default is not p.empty) for p in parameters]
    except Exception:
        return []


def _raw_output() -> int:
    """A file without a name, for descriptors 1 and 2."""
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("output")
    else:
        with tempfile.TemporaryFile(dir=".") as file:
            fd = os.dup(file.fileno())
    os.dup2(fd, 1)
    os.dup2(fd, 2)
    return fd

"""The student's process as the trusted side sees it: cells to run, names to look at, calls.

When the process ends, or takes too long, it is started anew and what had run runs again, but for
the cell that brought it down.
"""

from __future__ import annotations

import linecache
import re
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple

from shardlab.errors import ShardError

from .channel import Channel, Closed, Overtime
from .judgement import Limits
from .remote import Remote
from .told import untell
from .values import FROM_STUDENTS
from .wire import WireError

STRIKES = 2  # a function that brought the process down so often is not called again
MOST_OUTPUTS = 10_000  # messages with outputs, between question and answer


class Gone(Exception):
    """The student's process had to be given up; the message says why, after "it"."""


class Died(Gone):
    """It ended, by itself or by another's hand: once is tried again."""


class DeviceDied(ShardError):
    """The process of an emulated device ended, by itself or by another's hand."""


class Refused(ShardError):
    """A function of the student's can't be called, or gave back what is no plain data."""


class Zygote:
    """The process that forks the jailed ones. Raises Closed when it is gone."""

    def __init__(self, sock: socket.socket):
        self.channel = Channel(sock)
        _, self.missing = self.channel.receive().value

    def spawn(self, files: dict, limits: Limits) -> tuple[int, Channel]:
        ours, theirs = socket.socketpair()
        with theirs:
            self.channel.send(("spawn", files, *astuple(limits)))
            socket.send_fds(self.channel.sock, [b"x"], [theirs.fileno()])
        _, pid = self.channel.receive().value
        return pid, Channel(ours)

    def end(self, pid: int, patience: float = 0.0) -> str:
        """End all that it started; how it had ended by itself, in words, if it had."""
        self.channel.send(("end", pid, patience))
        return self.channel.receive().value[1]


class Session:
    """`heard(output)` gets what the student's code puts out; `cut()` that it was too much."""

    def __init__(self, zygote: Zygote, files: dict, limits: Limits):
        self.zygote, self.files, self.limits = zygote, files, limits
        self.until = time.monotonic() + limits.total_seconds
        self.heard: Callable[[dict], None] = lambda output: None
        self.cut: Callable[[], None] = lambda: None
        self.history: list[tuple[str, str]] = []  # cells that ran
        self.sources: dict[str, str] = {}  # of all cells, by the name of their file
        self.strikes: Counter[str] = Counter()  # by name of a function
        self.why: dict[str, str] = {}  # what the last strike was
        self.deadline = self.until
        self.channel: Channel | None = None
        self.seconds = 0.0  # what the student's own cells took
        self.classes: list[str] = []  # whose objects stay in the student's process
        self.special: set[str] = set()  # methods of those in the reference
        self.remotes: dict[int, Remote] = {}
        self.life = 0  # how often the process was started
        self.said: list[str] = []  # words that its code chose, in values and exceptions

    # -- what can be asked -------------------------------------------------------------------------

    def run(self, name: str, source: str):
        """Run a cell; what it raised, or None. Raises Gone, and then it will not run again."""
        self.sources[name] = source
        linecache.cache[name] = len(source), None, source.splitlines(True), name
        began = time.monotonic()
        try:
            told = self._twice(lambda: self._run(name, source))
        finally:
            self.seconds += time.monotonic() - began
        self.history.append((name, source))
        return None if told is None else untell(told)

    def _run(self, name: str, source: str):
        self._alive()
        self.limit(self.limits.cell_seconds)
        _, told = self.ask(self.channel, ("run", name, source)).value
        return told

    def look(self, names: list[str]) -> list[tuple]:
        self._alive()
        self.limit(self.limits.cell_seconds)
        _, found = self.ask(self.channel, ("look", names)).value
        if type(found) is not list or len(found) != len(names):
            self.give_up("answered with something else than it was asked")
        return found

    def call(self, name: str, args: tuple, kwargs: dict, changes: dict | None = None):
        """Call a function of the student's and return, or raise, what it does.

        `changes` says what other names stand for meanwhile (`standins.Devices.rebound`).
        """
        self.check(name)
        try:
            return self._twice(lambda: self._call(name, args, kwargs, changes or {}))
        except Gone as gone:
            self.strike(name, gone)
            raise

    def _call(self, name: str, args: tuple, kwargs: dict, changes: dict):
        self._alive()
        return self.converse(self.channel, ("call", name, args, kwargs, changes), [], name)

    @staticmethod
    def _twice(work: Callable):
        """work(), and once more if the process died meanwhile."""
        try:
            return work()
        except Died:
            return work()

    def operate(self, target, operation: str, args: tuple, kwargs: dict):
        """Do something to an object of the student's, or to a class by its name."""
        name = target._kind if isinstance(target, Remote) else target
        self.check(name)
        self._alive()
        try:
            question = "operate", target, operation, args, kwargs
            return self.converse(self.channel, question, [], name)
        except Gone as gone:
            self.strike(name, gone)
            raise

    def hand_out(self, classes: list[str], special: set[str]) -> None:
        """Let objects of these classes be spoken of; `special`: methods that the reference has."""
        self.classes += classes
        self.special |= special
        if self.channel is not None:
            self.ask(self.channel, ("hand_out", self.classes))

    def keep(self, value):
        """How a stand-in is spoken of on the other side."""
        if isinstance(value, Remote):
            if value._life != self.life:
                raise Refused(f"The {value._kind} is gone: the process that held it ended.")
            return value._number, value._kind
        if name := getattr(type(value), "stands_for_a_name", None) and value._name:
            return name, "name"

    def find(self, number, kind):
        """The one Remote for an object of the student's."""
        if type(number) is not int or kind not in self.classes:
            raise WireError("an object of no class")
        if number not in self.remotes:
            found = Remote(number, kind, self.life, self.operate, self.special)
            self.remotes[number] = found
        return self.remotes[number]

    def device(self) -> Channel:
        """A new process for one emulated device, with all that the student's has now."""
        self._alive()
        ours, theirs = socket.socketpair()
        with theirs:
            self.send(self.channel, ("device",))
            socket.send_fds(self.channel.sock, [b"x"], [theirs.fileno()])
        self.receive(self.channel)
        return Channel(ours)

    # -- how ---------------------------------------------------------------------------------------

    def limit(self, seconds: float) -> None:
        """From now on, what is asked has so many seconds in all."""
        self.deadline = min(self.until, time.monotonic() + seconds)

    def check(self, name: str) -> None:
        if self.strikes[name] >= STRIKES:
            raise Refused(f"{name} is not called again: it {self.why[name]}.")

    def strike(self, name: str, gone: Gone) -> None:
        self.strikes[name] += 1
        self.why[name] = str(gone)

    def converse(self, channel: Channel, question, functions, name, others=None):
        """Ask, serve what is asked in between, and return or raise what came of it.

        `others(kind, *rest)` answers questions that are no call of one of `functions`.
        """
        sent = self.send(channel, question, functions)
        while True:
            kind, *rest = self.receive(channel, asked=sent).value
            match kind:
                case "value" if len(rest) == 3:
                    if type(rest[0]) is str:
                        self._note(rest[0], 20)
                    return rest[0]
                case "raised" if len(rest) == 3:
                    try:
                        error = untell(rest[0])
                    except Exception:
                        self.give_up("raised what is no exception", channel)
                    self._note(error.told[1], 100)
                    raise error
                case "refused" if len(rest) == 1:
                    raise Refused(f"{name} returned {str(rest[0])[:300]}.")
                case "missing" if not rest:
                    raise NameError(f"name {name!r} is not defined")
                case "back" if len(rest) == 3:
                    self.reply(channel, lambda r=rest: functions[r[0]](*r[1], **r[2]), functions)
                case _ if others is not None:
                    others(kind, *rest)
                case _:
                    self.give_up("answered with something else than it was asked", channel)

    def _note(self, text: str, shown: int) -> None:
        """Keep what the student's code said, whole and as tests shorten it."""
        first = text.strip().split("\n")[0]
        self.said += [each for each in {text, first, first[:shown], text[:shown]} if len(each) > 3]

    def reply(self, channel: Channel, work: Callable, functions=None) -> None:
        """Send what work() returns, or the error that it raises."""
        try:
            answer = "value", work()
        except (Gone, WireError):
            raise
        except Exception as error:
            answer = "error", type(error).__name__, str(error)
        self.send(channel, answer, functions)

    def ask(self, channel: Channel, question):
        self.send(channel, question)
        return self.receive(channel)

    def send(self, channel: Channel, message, functions=None):
        try:
            return channel.send(message, functions=functions, deadline=self.deadline)
        except (Overtime, Closed) as end:
            self._lost(end, channel)

    def receive(self, channel: Channel, asked=None):
        """The next message that is no output."""
        for _ in range(MOST_OUTPUTS):
            try:
                got = channel.receive(asked, None, FROM_STUDENTS, self.deadline)
                if type(got.value) is not tuple or type(got.value[0]) is not str:
                    raise WireError("a message that is none")
            except (Overtime, Closed) as end:
                self._lost(end, channel)
            except (WireError, IndexError):
                self.give_up("answered with something that is no plain data", channel)
            match got.value:
                case ("out", dict(output)):
                    self.heard(output)
                case ("cut",):
                    self.cut()
                case _:
                    return got
        self.give_up("put out far too much", channel)

    def give_up(self, why: str, channel: Channel | None = None):
        """End the process, or that of one device; raises Gone."""
        if channel is None or channel is self.channel:
            self.end()
        else:
            channel.close()
        raise Gone(why)

    def _lost(self, end: Exception, channel: Channel):
        if isinstance(end, Overtime):
            taken = self.limits.cell_seconds
            why = f"did not end within {taken:g} s"
            if time.monotonic() >= self.until:
                why = f"used up the {self.limits.total_seconds:g} s of a whole submission"
            self.end()  # also when it is a device that takes so long
            raise Gone(why) from None
        if channel is not self.channel:
            channel.close()
            raise DeviceDied("The process of a device ended without returning.") from None
        how = self.end(patience=0.5)
        raise Died(f"ended the process ({how or 'it closed its connection'})") from None

    def end(self, patience: float = 0.0) -> str:
        """End all that the submission started; how it had ended by itself."""
        if self.channel is None:
            return ""
        self.channel.close()
        self.channel = None
        return self.zygote.end(self.pid, patience)

    def own(self, frames: list[tuple], secret: bool = False) -> list[tuple]:
        """Frames of a traceback, with lines from the cells as they were handed in.

        What the student's process says of them itself is not shown where it may tell a secret.
        """
        sources = {name: source.split("\n") for name, source in self.sources.items()}
        shown = []
        for file, line, function, _ in frames:
            lines = sources.get(file)
            if lines is None or not 0 < line <= len(lines):
                if not secret:
                    shown.append((file, line, function, ""))
                continue
            known = re.search(rf"\bdef {re.escape(function)}\b", "\n".join(lines))
            shown.append((file, line, function if known else "", lines[line - 1].strip()))
        return shown

    def _alive(self) -> None:
        """Start the process if there is none, and run again what had run."""
        while self.channel is None:
            if time.monotonic() >= self.until:
                raise Gone(f"used up the {self.limits.total_seconds:g} s of a whole submission")
            self.pid, self.channel = self.zygote.spawn(self.files, self.limits)
            self.channel.keep, self.channel.find = self.keep, self.find
            self.life, self.remotes = self.life + 1, {}
            heard, cut, deadline = self.heard, self.cut, self.deadline
            self.heard = lambda output: None
            self.cut = lambda: None
            try:
                if self.classes:
                    self.ask(self.channel, ("hand_out", self.classes))
                for cell in list(self.history):
                    self.limit(self.limits.cell_seconds)
                    self.ask(self.channel, ("run", *cell))
            except Gone:  # it ran through the first time
                if self.history:
                    self.history.remove(cell)
            finally:
                self.heard, self.cut = heard, cut
                self.deadline = max(deadline, self.deadline)

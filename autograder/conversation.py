"""Question and answer between the trusted side and the processes of a submission.

Whatever comes from there is taken for what a student chose to send: it is looked at before it is
used, it has a time to arrive, and if it is no answer, the process is given up.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable
from dataclasses import astuple

import numpy as np

from .judgement import Limits
from .wire import WireError
from .wire.channel import Channel, Closed, Overtime
from .wire.told import untell
from .wire.values import FROM_STUDENTS, NotPlain

NO_ANSWER = "answered with something else than it was asked"
MOST_OUTPUTS = 10_000  # messages with outputs, between question and answer
MOST_NOTED = 1000  # texts in a value
PLAIN = {"None", "True", "False"}  # our own reasons say these, too
ROOM = 32 << 20  # bytes of outputs that are kept of a cell or a test


class Stop(BaseException):
    """What ends a test from our side. No test can catch it by `except Exception`."""


class Gone(Stop):
    """The student's process had to be given up; the message says why, after "it"."""


class Late(Gone):
    """It took longer than it may."""


class Died(Gone):
    """It ended, by itself or by another's hand: once is tried again."""


class NoJail(Stop):
    """No process could be started at all: no fault of the student's."""


class DeviceDied(Stop):
    """The process of an emulated device ended, by itself or by another's hand."""


class Refused(Stop):
    """A function of the student's can't be called, or gave back what is no plain data."""


class Zygote:
    """The process that forks the jailed ones. Raises Closed when it is gone."""

    def __init__(self, sock: socket.socket):
        self.channel = Channel(sock)
        _, self.missing = self.channel.receive().value

    def spawn(self, files: dict, limits: Limits) -> tuple[int, Channel]:
        """A new process that has these files. The zygote never holds them: the next process would
        find them in its memory."""
        size = sum(map(len, files.values()))
        self.channel.send(("spawn", size, *astuple(limits)))
        channel = self.channel.hand_over()
        _, pid = self.channel.receive().value
        with contextlib.suppress(Closed):  # then the next who asks it will see
            channel.send(files)
        return pid, channel

    def end(self, pid: int, patience: float = 0.0) -> str:
        """End all that it started; how it had ended by itself, in words, if it had."""
        self.channel.send(("end", pid, patience))
        return self.channel.receive().value[1]


class Conversation:
    """With the student's process, when there is one, and with those of its devices.

    `heard(output)` gets what the student's code puts out; `cut()` is told that it was too much.
    """

    def __init__(self, zygote: Zygote, limits: Limits):
        self.zygote, self.limits = zygote, limits
        self.until = time.monotonic() + limits.total_seconds
        self.deadline = self.until
        self.room = ROOM
        self.channel: Channel | None = None
        self.aside: Channel | None = None  # to a fork that takes along what it learns
        self.heard: Callable[[dict], None] = lambda output: None
        self.cut: Callable[[], None] = lambda: None
        self.said: list[str] = []  # words that the student's code chose, in values and exceptions

    def limit(self, seconds: float) -> None:
        """From now on, what is asked has so many seconds in all."""
        self.deadline = min(self.until, time.monotonic() + seconds)
        self.room = ROOM

    def used_up(self) -> str:
        return f"used up the {self.limits.total_seconds:g} s of a whole submission"

    def converse(self, channel: Channel, question, functions, name, others=None):
        """Ask, serve what is asked in between, and return or raise what came of it.

        `others(kind, *rest)` answers questions that are no call of one of `functions`.
        """
        try:
            sent = self.send(channel, question, functions)
        except NotPlain as reason:
            what = str(reason).split(";")[0]
            raise Refused(f"The test hands {name} {what}, which can't cross to it.") from None
        while True:
            kind, *rest = self.receive(channel, asked=sent).value
            match kind:
                case "value" if len(rest) == 3:
                    self._note_texts(rest[0])
                    return rest[0]
                case "raised" if len(rest) == 3:
                    try:
                        error = untell(rest[0])
                    except Exception:
                        self.give_up("raised what is no exception", channel)
                    self.note(error.told[1], 100)
                    raise error
                case "refused" if len(rest) == 1:
                    what = str(rest[0])[:300]
                    self.note(what)
                    raise Refused(f"{name} returned {what}.")
                case "missing" if not rest:
                    raise NameError(f"name {name!r} is not defined")
                case "back" if len(rest) == 3:
                    self.reply(channel, lambda r=rest: functions[r[0]](*r[1], **r[2]), functions)
                case _ if others is not None:
                    others(kind, *rest)
                case _:
                    self.give_up(NO_ANSWER, channel)

    def _note_texts(self, value) -> None:
        """Note each text in a value, up to a number."""
        left = [value]
        for _ in range(MOST_NOTED):
            if not left:
                break
            one = left.pop()
            if type(one) is str:
                self.note(one)
            elif type(one) is dict:
                left += [*one, *one.values()]
            elif type(one) in (list, tuple, set, frozenset):
                left += one
            elif isinstance(one, np.ndarray | np.generic) and one.dtype.kind in "SU":
                left += list(map(str, np.ravel(one)[:MOST_NOTED]))

    def note(self, text: str, shown: int = 20) -> None:
        """Keep what the student's code said, whole and as tests shorten it."""
        first = text.strip().split("\n")[0]
        said = {text, first, first[:shown], text[:shown]} - PLAIN
        self.said += [each for each in said if len(each) > 3]

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
                    self._hear(output, channel.size)
                case ("cut",):
                    self.cut()
                case _:
                    return got
        self.give_up("put out far too much", channel)

    def _hear(self, output: dict, size: int) -> None:
        self.room -= size
        if self.room >= 0:
            self.heard(output)
        elif self.room + size >= 0:  # the first that there is no room for
            self.cut()

    def give_up(self, why: str, channel: Channel | None = None):
        """End the process, or that of one device; raises Gone."""
        if channel in (None, self.channel, self.aside):
            self.end()
        else:
            channel.close()
        raise Gone(why)

    def _lost(self, end: Exception, channel: Channel):
        if isinstance(end, Overtime):
            taken = self.limits.cell_seconds
            why = f"did not end within {taken:g} s"
            if time.monotonic() >= self.until:
                why = self.used_up()
            self.end()  # also when it is a device that takes so long
            raise Late(why) from None
        if channel is self.aside:
            self.close_aside()
            raise Died("ended the process") from None
        if channel is not self.channel:
            channel.close()
            raise DeviceDied("The process of a device ended without returning.") from None
        how = self.end(patience=0.5)
        raise Died(f"ended the process ({how or 'it closed its connection'})") from None

    def end(self, patience: float = 0.0) -> str:
        """End all that the submission started; how it had ended by itself."""
        self.close_aside()
        if self.channel is None:
            return ""
        self.channel.close()
        self.channel = None
        return self.zygote.end(self.pid, patience)

    def close_aside(self) -> None:
        if self.aside is not None:
            self.aside.close()
            self.aside = None

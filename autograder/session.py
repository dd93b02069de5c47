"""The student's process as the trusted side sees it: cells to run, names to look at, calls.

When the process ends, or takes too long, it is started anew and what had run runs again, but for
the cell that brought it down.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable

from .conversation import NO_ANSWER, Conversation, Died, Gone, NoJail, Refused, Zygote
from .judgement import Limits
from .remote import Remote
from .sources import Sources
from .wire import WireError
from .wire.channel import Channel
from .wire.told import untell

FRUITLESS = 3  # starts of a process that end before it could do anything
STRIKES = 2  # a function that brought the process down so often is not called again


class Session(Conversation):
    """What can be asked of the code of one submission; `files` lie beside its notebook."""

    def __init__(self, zygote: Zygote, files: dict, limits: Limits):
        super().__init__(zygote, limits)
        self.files = files
        self.history: list[tuple[str, str]] = []  # cells that ran
        self.sources = Sources()
        self.strikes: Counter[str] = Counter()  # by name of a function
        self.why: dict[str, str] = {}  # what the last strike was
        self.seconds = 0.0  # what the student's own cells took
        self.classes: list[str] = []  # whose objects stay in the student's process
        self.special: set[str] = set()  # methods of those in the reference
        self.remotes: dict[int, Remote] = {}
        self.lives: list[int] = []  # of the process, and of the fork beside it
        self.started = 0  # processes so far
        self.failed = ""  # what became of the last that did not start
        self.secret = False  # whether a hidden statement runs
        self.known = 0  # how many cells of the history the fork for hidden statements has run
        self.start_test()
        self.exposed = False  # whether the process has seen what a hidden statement hands over

    # -- what can be asked -------------------------------------------------------------------------

    def run(self, name: str, source: str):
        """Run a cell; what it raised, or None. Raises Gone, and then it will not run again."""
        self.sources.add(name, source)
        began = time.monotonic()
        try:
            told = self._twice(lambda: self._run(name, source))
        finally:
            self.seconds += time.monotonic() - began
        self.history.append((name, source))
        if told is None:
            return None
        try:
            return untell(told)
        except Exception:
            self.give_up("raised what is no exception")

    def _run(self, name: str, source: str):
        self._alive()
        self.limit(self.limits.cell_seconds)
        match self.ask(self.channel, ("run", name, source)).value:
            case ("ran", told):
                return told
        self.give_up(NO_ANSWER)

    def look(self, names: list[str]) -> list[tuple]:
        self._alive()
        self.limit(self.limits.cell_seconds)
        return self._look(self.channel, names)

    def look_again(self, names: list[str]) -> list[tuple]:
        """The same in the midst of a test, on its time."""
        return self._look(self._line(), names) if names else []

    def _look(self, channel: Channel, names: list[str]) -> list[tuple]:
        match self.ask(channel, ("look", names)).value:
            case ("looked", list(found)) if len(found) == len(names):
                return found
        self.give_up(NO_ANSWER)

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
        return self.converse(self._line(), ("call", name, args, kwargs, changes), [], name)

    def start_test(self, fresh: bool = False) -> None:
        """A test begins, or its hidden statements anew: they are to find all that calls changed."""
        self.fresh, self.reused, self.forked = fresh, False, False

    def hide(self, secret: bool) -> None:
        """From now on, a hidden statement runs, or a visible one.

        Hidden ones are served by a fork of the student's process that can write nowhere and shows
        nothing: what it learns of them, no later cell can tell.
        """
        self.secret = secret
        if not secret and len(self.lives) > 1:
            self.close_aside()

    def close_aside(self) -> None:
        """End the fork for hidden statements, and forget the objects that were made there."""
        super().close_aside()
        for gone in self.lives[1:]:
            self.remotes = {n: r for n, r in self.remotes.items() if r._life != gone}
        del self.lives[1:]

    def _line(self) -> Channel:
        """To the process that serves now."""
        self._alive()
        if not self.secret or self.exposed:
            return self.channel
        if self.aside is None or self.fresh:
            self.close_aside()
            self.aside = self._fork("aside")
            if self.aside is None:  # its code has taken all processes: it sees the hidden test
                self.exposed = True
                return self.channel
            self.aside.keep, self.aside.find = self.keep, self.find
            self.known, self.fresh, self.forked = len(self.history), False, True
            if self.classes:  # objects that are made later would not be there: fork anew each time
                self._begin_a_life()
        elif not self.forked:
            self.reused = True
            self._catch_up()
        return self.aside

    def _catch_up(self) -> None:
        """Have the fork run the cells that are new since: a fork for each test would take longer.

        What calls have changed since is not there: a test that fails is tried with a fresh fork.
        """
        left = self.deadline - time.monotonic()
        try:
            with self._unheard():
                for cell in self.history[self.known :]:
                    self._run_again(self.aside, cell)
            self.known = len(self.history)
        finally:
            self.limit(max(left, 0.0))  # of the test: it did not take that time

    @contextlib.contextmanager
    def _unheard(self):
        """What is put out meanwhile has been put out before."""
        heard, cut = self.heard, self.cut
        self.heard, self.cut = lambda output: None, lambda: None
        try:
            yield
        finally:
            self.heard, self.cut = heard, cut

    def _run_again(self, channel: Channel, cell: tuple[str, str]) -> None:
        self.limit(self.limits.cell_seconds)
        self.ask(channel, ("run", *cell))

    def _begin_a_life(self) -> None:
        self.started += 1
        self.lives.append(self.started)

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
        try:
            question = "operate", target, operation, args, kwargs
            return self.converse(self._line(), question, [], name)
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
            if value._life not in self.lives:
                raise Refused(f"The {value._kind} is gone: the process that held it ended.")
            return value._number, value._kind
        if name := getattr(type(value), "stands_for_a_name", None) and value._name:
            return name, "name"

    def find(self, number, kind):
        """The one Remote for an object of the student's."""
        if type(number) is not int or kind not in self.classes:
            raise WireError("an object of no class")
        if number not in self.remotes:
            found = Remote(number, kind, self.lives[-1], self.operate, self.special)
            self.remotes[number] = found
        return self.remotes[number]

    def device(self) -> Channel:
        """A new process for one emulated device, with all that the student's has now."""
        if channel := self._fork("device"):
            return channel
        self.give_up("leaves no process for a device")

    def _fork(self, kind: str) -> Channel | None:
        channel = self.channel if kind == "aside" else self._line()
        self.send(channel, (kind,))
        fork = channel.hand_over()
        if self.receive(channel).value == ("there",):
            return fork
        fork.close()
        return None

    # -- how ---------------------------------------------------------------------------------------

    def check(self, name: str) -> None:
        if self.strikes[name] >= STRIKES:
            raise Refused(f"{name} is not called again: it {self.why[name]}.")

    def strike(self, name: str, gone: Gone) -> None:
        self.strikes[name] += 1
        self.why[name] = str(gone)

    def _alive(self) -> None:
        """Start the process if there is none, and run again what had run."""
        starts = 0
        while self.channel is None:
            starts += 1
            if starts > len(self.history) + FRUITLESS:
                raise NoJail(f"a process for the code could not be started: it {self.failed}")
            if time.monotonic() >= self.until:
                raise Gone(self.used_up())
            self.pid, self.channel = self.zygote.spawn(self.files, self.limits)
            self.lives, self.remotes = [], {}
            self.channel.keep, self.channel.find = self.keep, self.find
            self._begin_a_life()
            deadline, cell = self.deadline, None
            try:
                with self._unheard():
                    self.limit(self.limits.cell_seconds)
                    self.ask(self.channel, ("hand_out", self.classes))
                    for cell in list(self.history):
                        self._run_again(self.channel, cell)
            except Gone as gone:
                self.failed = str(gone)
                if cell is not None:  # it ran through the first time
                    self.history.remove(cell)
            finally:
                self.deadline = max(deadline, self.deadline)

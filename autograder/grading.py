"""One submission under test: the student's cells on their side, the tests here, on stand-ins."""

from __future__ import annotations

import contextlib
import re
import signal

from . import outputs, testcell
from .conversation import Gone
from .feedback import sanitize
from .judgement import CellVerdict, holds
from .master.names import imports, names, parsed, used
from .master.released import data, untouched
from .remote import classes
from .standins import Devices
from .wire.told import shown

NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")
# a test may reach a name otherwise than by writing it
BY_NAME = re.compile(
    r"\b(eval|exec|globals|locals|vars|getattr|patch|__main__)\b|^\s*%", re.MULTILINE
)
GRACE = 5.0  # seconds that the test itself gets, besides the student's code


class TimeIsUp(BaseException):
    """A test takes too long on the trusted side."""


def _time_is_up(number, frame):
    raise TimeIsUp


class Grading:
    """One submission under test."""

    def __init__(self, laid, shell, session, at, skip, until=None):
        self.laid, self.shell, self.session = laid, shell, session
        self.at, self.skip, self.until = at, skip, until
        self.devices = Devices(session, shell.user_ns)
        self.names: dict[str, str] = {}  # that solutions define -> the cell that should
        self.touched: set[str] = set()  # given things into which solutions put something
        self.used: set[str] = set()  # by given cells and tests, whose functions a test may call
        self.missing: dict[str, str] = {}  # names that can't be bound -> why
        self.stopped: dict[str, str] = {}  # cells that raised or were given up -> why
        self.solution = ""  # the last one above
        self.verdicts: list[CellVerdict] = []
        self.remarks: list[str] = []
        signal.signal(signal.SIGALRM, _time_is_up)

    def run(self) -> None:
        for cell in self.laid.cells:
            if self._found():
                return
            if cell.role == "test":
                self._test(cell)
            elif cell.role == "written":
                self._written(cell)
            elif cell.role == "given" and cell.node["cell_type"] == "code":
                self._student_cell(cell)
                self._on_this_side(cell)
            elif cell.role in ("solution", "own") and cell.node["cell_type"] == "code":
                self._solution(cell)

    def _found(self) -> bool:
        """Whether the last verdict is what was looked for."""
        if self.until is None or not self.verdicts or self.verdicts[-1].score is None:
            return False
        last = self.verdicts[-1]
        return last.score < last.points and holds(last.reason, self.until)

    # -- cells -------------------------------------------------------------------------------------

    def _solution(self, cell) -> None:
        self._student_cell(cell)
        if cell.role != "own":
            if cell.role == "solution":
                self.solution = cell.name
            bound = names(cell.reference)
            made, special = classes(parsed(cell.reference))
            if made:
                self.session.hand_out(made, special)
            self.names |= dict.fromkeys(bound.others, cell.name)
            self.touched |= set(bound.touched)
            for line in imports(cell.reference):
                self._quietly(line)

    def _written(self, cell) -> None:
        if cell.node["cell_type"] == "code":
            self._solution(cell)
        verdict = CellVerdict(cell.name, None, float(cell.points))
        if untouched(cell.node) and not data(cell.node).get("task"):
            verdict.score, verdict.reason = 0.0, "No response."
        self.verdicts.append(verdict)

    def _student_cell(self, cell) -> None:
        """Run it on the student's side, and keep what it put out."""
        put_out: list[dict] = []
        name = cell.name or cell.node["id"]
        self.session.heard = put_out.append
        self.session.cut = lambda: self._remark(f"Cell {name} printed too much; the rest was cut.")
        source = cell.source if cell.student_source is None else cell.student_source
        try:
            error = self.session.run(f"cell {name}", source)
        except Gone as gone:
            self._remark(f"Cell {name} {gone}; it was left out.")
            self.stopped[name] = str(gone)
            put_out.append(outputs.error("Stopped", f"this cell {gone}"))
        else:
            if error is not None:
                kind, message, frames = error.told
                if self.session.exposed:
                    kind, message = "an error", ""
                self.stopped[name] = f"stopped with {kind}" + (f": {message}" if message else "")
                trace = shown(kind, message, self.session.sources.own(frames))
                put_out.append(outputs.error(kind, message, trace))
        if self.session.exposed:
            put_out = [outputs.UNSEEN]
        cell.node["outputs"] = sanitize.outputs(put_out, self.session.limits.output)

    def _on_this_side(self, cell) -> None:
        """A locked cell runs here too, for the tests."""
        self.used |= used(cell.source)
        with contextlib.suppress(Gone):
            self._bind(cell.source)
        self.session.limit(self.session.limits.cell_seconds)
        self._quietly(cell.source)

    def _quietly(self, source: str) -> None:
        self.shell.listen = self.session.heard = lambda output: None
        self._in_time(lambda: self.shell.run("given", source))

    # -- tests -------------------------------------------------------------------------------------

    def _test(self, cell) -> None:
        self.at(cell.name)
        outcome = self._outcome(cell)
        self.used |= used(cell.source)
        # it may hold words of the student's
        reason = outcome.reason and (sanitize.text(outcome.reason) or "The test failed.")
        verdict = []
        if reason and outcome.score == 0:
            trace = "\n".join(filter(None, [outcome.trace, reason]))
            verdict = [outputs.error(outcome.kind or "Wrong", reason, trace)]
        elif outcome.score < cell.points:
            verdict = [outputs.credit(outcome.score)]
        shown = sanitize.outputs(
            outputs.without_verdict(outcome.outputs), self.session.limits.output
        )
        cell.node["outputs"] = shown + sanitize.outputs(verdict)
        if outcome.remark:
            self._remark(outcome.remark)
        verdict = CellVerdict(cell.name, outcome.score, float(cell.points), reason)
        verdict.tests, verdict.line = self._tested(cell.name), sanitize.text(outcome.line)
        self.verdicts.append(verdict)

    def _outcome(self, cell) -> testcell.Outcome:
        if cell.name in self.skip:
            reason = "This test did not come to an end."
            self._remark(f"Test {cell.name} did not come to an end and could not be stopped.")
            return testcell.Outcome(0.0, reason, kind="Stopped")
        outcome = self._tried(cell)
        if outcome.barred and not self.session.exposed:
            # it may write files, say: then it sees the hidden test, and shows nothing any more
            self.session.exposed = True
            outcome = self._tried(cell)
        if outcome.died:
            outcome = self._tried(cell)
        return outcome

    def _tried(self, cell) -> testcell.Outcome:
        try:
            try:
                self._bind(cell.source)
            except Gone as gone:  # perhaps by what only other tests use
                self._remark(f"Before test {cell.name}, the code {gone}.")
                self._bind(cell.source, closely=True)
        except Gone as gone:
            self._remark(f"Test {cell.name} did not run: the code {gone}.")
            return testcell.Outcome(0.0, f"This test did not run: the code {gone}.", kind="Stopped")
        own = set(names(cell.source).others)  # variables of the test, whatever they are called
        for name in sorted(used(cell.source) & self.missing.keys() - own)[:1]:
            return testcell.Outcome(0.0, self._why_missing(name), kind="Missing")
        session = self.session
        session.cut = lambda: self._remark(f"Test {cell.name}: the code printed too much.")
        session.limit(session.limits.cell_seconds)
        outcome = self._in_time(
            lambda: testcell.run(self.shell, session, cell.name, cell.source, cell.points)
        )
        if outcome is None:
            taken = f"This test did not end within {session.limits.cell_seconds:g} s."
            outcome = testcell.Outcome(0.0, taken, kind="Stopped")
        if undefined := NOT_DEFINED.search(outcome.reason):
            outcome.reason += self._who_should_define(undefined[1])
        if outcome.kind == "Stopped":
            self._remark(f"Test {cell.name}: {outcome.reason}")
        return outcome

    def _why_missing(self, name: str) -> str:
        where = self.names[name]
        if where in self.stopped:
            return f"{name} is not there: its cell {self.stopped[where]}."
        return self.missing[name]

    def _who_should_define(self, name: str) -> str:
        """Of a name that is not there: the cell that would have defined it, had it not stopped."""
        for cell in self.laid.cells:
            where = cell.name or cell.node["id"]
            if where in self.stopped and name in names(cell.source).others:
                return f" Cell {where}, which defines {name}, {self.stopped[where]}."
        return ""

    def _tested(self, name: str) -> str:
        """The solution that a test is about: by its name, else the last one above."""
        base = name.removeprefix("test_")
        known = set(self.names.values())
        return next((b for b in (base, base.rpartition("_")[0]) if b in known), self.solution)

    def _bind(self, source: str, closely: bool = False) -> None:
        """Bind the names of solutions that a cell uses, or a given function that it may call."""
        wanted = used(source) if closely else used(source) | self.used
        every = BY_NAME.search(source) and not closely
        known = [n for n in {**self.names, **dict.fromkeys(self.touched)} if every or n in wanted]
        self.missing.clear()
        self.devices.held.clear()
        for name, found in zip(known, self.session.look(known), strict=True):
            if name not in self.names and found[0] != "value":
                continue  # a module, say: the tests have their own
            if why := self.devices.bind(name, found):
                self.missing[name] = why

    def _in_time(self, work):
        """work(), or None when it is stopped because it takes too long on this side."""
        signal.setitimer(signal.ITIMER_REAL, self.session.limits.cell_seconds + GRACE)
        try:
            return work()
        except TimeIsUp:
            self.session.hide(False)
            return None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _remark(self, sentence: str) -> None:
        if sentence not in self.remarks:
            self.remarks.append(sentence)

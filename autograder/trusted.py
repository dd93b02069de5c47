"""The trusted side: lays a submission into the master and runs the tests against stand-ins.

`python -m autograder.trusted FD` is a warm server, one for each worker. It forks a process for each
submission, so nothing is left of one in the next, and a test that can't be stopped is.
"""

from __future__ import annotations

import ast
import contextlib
import json
import re
import signal
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import lru_cache

from shardlab import isolation

from . import master, rubric, sanitize, submitted, testcell
from .conversation import Gone, Zygote
from .course import Mistake
from .judgement import CellVerdict, Job, Judgement
from .names import names, without_magics
from .released import data, grade_id, role, text, untouched
from .remote import classes
from .session import Session
from .shell import Shell
from .standins import Devices
from .told import shown
from .verdict import METADATA_KEY

AUTOTEST = re.compile(r"^\s*###\s*(HASHED\s+)?AUTOTEST\b", re.MULTILINE)
GRACE = 5.0  # seconds that the test itself gets, besides the student's code


_notebook = lru_cache(maxsize=8)(json.loads)
_bound = lru_cache(maxsize=4096)(names)


def warm(job: Job) -> None:
    """Work out beforehand what all submissions of a level have in common."""
    for cell in _notebook(job.master)["cells"]:
        source = text(cell)
        if cell["cell_type"] == "code":
            _imports(source), _read(source), _bound(source)
            if role(cell) == "test":
                testcell.prepare(grade_id(cell), source)
    if job.released:
        _notebook(job.released)


def grade(job: Job, shell: Shell, zygote: Zygote, at: Callable[[str], None], skip=()) -> Judgement:
    """Grade one submission. `at(name)` is told before each test; those in `skip` don't run."""
    began = time.monotonic()
    try:
        found, remarks = submitted.read(job.submitted)
        released = _notebook(job.released) if job.released else None
        laid = master.lay(_notebook(job.master), found, released)
    except Mistake as mistake:
        return Judgement(failure=str(mistake))
    isolation.isolated = lambda fn, engine: fn  # each device has a process of its own as it is
    for cell in laid.cells:
        _prepare(cell, released)
    session = Session(zygote, {**job.files, **job.given}, job.limits)
    grading = Grading(laid, shell, session, at, skip)
    try:
        grading.run()
    finally:
        session.end()
    said = [*remarks, *laid.remarks, *grading.remarks]
    judgement = Judgement(grading.verdicts, [sanitize.text(remark) for remark in said])
    judgement.seconds = {"student": session.seconds, "total": time.monotonic() - began}
    rubric.insert(laid.notebook, laid.cells)
    kept = {"done": True, "remarks": judgement.remarks, "cells": list(map(asdict, judgement.cells))}
    laid.notebook["metadata"][METADATA_KEY] = kept
    judgement.notebook = json.dumps(laid.notebook, ensure_ascii=False)
    return judgement


def _prepare(cell: master.Cell, released: dict | None) -> None:
    node = cell.node
    if cell.role == "written" or str(node["id"]).startswith("own-"):
        if node["cell_type"] == "markdown":  # of the student's: Formgrader renders it
            node["source"] = sanitize.markdown(node["source"])
        elif node["cell_type"] == "raw":  # which nbconvert writes into the page as it is
            lines = node["source"].split("\n")
            node["cell_type"] = "markdown"
            node["source"] = sanitize.markdown("\n".join(f"    {line}" for line in lines))
        if "attachments" in node:
            node["attachments"] = sanitize.attachments(node["attachments"])
    if cell.role == "test" and AUTOTEST.search(cell.source) and released:
        # nbgrader writes the tests that this line stands for when it makes the release
        made = [each for each in released["cells"] if grade_id(each) == cell.name]
        cell.source = text(made[0]) if made else cell.source


class Grading:
    """One submission under test."""

    def __init__(self, laid, shell, session, at, skip):
        self.laid, self.shell, self.session = laid, shell, session
        self.at, self.skip = at, skip
        self.devices = Devices(session, shell.user_ns)
        self.names: dict[str, str] = {}  # that solutions define -> the cell that should
        self.used: set[str] = set()  # by given cells, whose functions a test may call
        self.missing: dict[str, str] = {}  # names that can't be bound -> why
        self.stopped: dict[str, str] = {}  # cells that raised or were given up -> why
        self.solution = ""  # the last one above
        self.verdicts: list[CellVerdict] = []
        self.remarks: list[str] = []
        signal.signal(signal.SIGALRM, _time_is_up)

    def run(self) -> None:
        for cell in self.laid.cells:
            if cell.role == "test":
                self._test(cell)
            elif cell.role == "written":
                self._written(cell)
            elif cell.role == "given" and cell.node["cell_type"] == "code":
                self._student_cell(cell)
                self._on_this_side(cell)
            elif cell.role in ("solution", "own") and cell.node["cell_type"] == "code":
                self._solution(cell)

    # -- cells -------------------------------------------------------------------------------------

    def _solution(self, cell) -> None:
        self._student_cell(cell)
        if cell.role != "own":
            if cell.role == "solution":
                self.solution = cell.name
            bound = _bound(cell.reference)
            if found := _classes(cell.reference):
                self.session.hand_out(*found)
            self.names |= dict.fromkeys(bound.others, cell.name)
            for line in _imports(cell.reference):
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
        outputs: list[dict] = []
        name = cell.name or cell.node["id"]
        self.session.heard = outputs.append
        self.session.cut = lambda: self._remark(f"Cell {name} printed too much; the rest was cut.")
        source = cell.source if cell.student_source is None else cell.student_source
        try:
            error = self.session.run(f"cell {name}", source)
        except Gone as gone:
            self._remark(f"Cell {name} {gone}; it was left out.")
            self.stopped[name] = str(gone)
            outputs.append(_error("Stopped", f"this cell {gone}"))
        else:
            if error is not None:
                kind, message, frames = error.told
                self.stopped[name] = f"stopped with {kind}" + (f": {message}" if message else "")
                outputs.append(
                    _error(kind, message, shown(kind, message, self.session.own(frames)))
                )
        cell.node["outputs"] = sanitize.outputs(outputs, self.session.limits.output)

    def _on_this_side(self, cell) -> None:
        """A locked cell runs here too, for the tests."""
        self.used |= _read(cell.source)
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
        # it may hold words of the student's
        reason = outcome.reason and (sanitize.text(outcome.reason) or "The test failed.")
        verdict = []
        if reason and outcome.score == 0:
            trace = "\n".join(filter(None, [outcome.trace, reason]))
            verdict = [_error(outcome.kind or "Wrong", reason, trace)]
        elif outcome.score < cell.points:
            verdict = [_result({"text/plain": f"{outcome.score:.10g}"})]
        shown = sanitize.outputs(_no_verdict(outcome.outputs), self.session.limits.output)
        cell.node["outputs"] = shown + sanitize.outputs(verdict)
        if outcome.remark:
            self._remark(outcome.remark)
        verdict = CellVerdict(cell.name, outcome.score, float(cell.points), reason)
        verdict.tests = self._tested(cell.name)
        self.verdicts.append(verdict)

    def _outcome(self, cell) -> testcell.Outcome:
        if cell.name in self.skip:
            reason = "This test did not come to an end."
            self._remark(f"Test {cell.name} did not come to an end and could not be stopped.")
            return testcell.Outcome(0.0, reason, kind="Stopped")
        outcome = self._tried(cell)
        if outcome.died:
            outcome = self._tried(cell)
        return outcome

    def _tried(self, cell) -> testcell.Outcome:
        try:
            self._bind(cell.source)
        except Gone as gone:
            self._remark(f"Test {cell.name} did not run: the code {gone}.")
            return testcell.Outcome(0.0, f"This test did not run: the code {gone}.", kind="Stopped")
        for name in sorted(_read(cell.source) & self.missing.keys())[:1]:
            where = self.names[name]
            why = self.missing[name]
            if where in self.stopped:
                why = f"{name} is not there: its cell {self.stopped[where]}."
            return testcell.Outcome(0.0, why, kind="Missing")
        session = self.session
        session.cut = lambda: self._remark(f"Test {cell.name}: the code printed too much.")
        session.limit(session.limits.cell_seconds)
        outcome = self._in_time(
            lambda: testcell.run(self.shell, session, cell.name, cell.source, cell.points)
        )
        if outcome is None:
            taken = f"This test did not end within {session.limits.cell_seconds:g} s."
            outcome = testcell.Outcome(0.0, taken, kind="Stopped")
        if outcome.kind == "Stopped":
            self._remark(f"Test {cell.name}: {outcome.reason}")
        return outcome

    def _tested(self, name: str) -> str:
        """The solution that a test is about: by its name, else the last one above."""
        base = name.removeprefix("test_")
        known = set(self.names.values())
        return next((b for b in (base, base.rpartition("_")[0]) if b in known), self.solution)

    def _bind(self, source: str) -> None:
        """Bind the names of solutions that a cell uses, or a given function that it may call."""
        used = _read(source) | self.used
        known = [name for name in self.names if name in used]
        self.missing.clear()
        for name, found in zip(known, self.session.look(known), strict=True):
            if why := self.devices.bind(name, found):
                self.missing[name] = why

    def _in_time(self, work):
        """work(), or None when it is stopped because it takes too long on this side."""
        signal.setitimer(signal.ITIMER_REAL, self.session.limits.cell_seconds + GRACE)
        try:
            return work()
        except TimeIsUp:
            return None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _remark(self, sentence: str) -> None:
        if sentence not in self.remarks:
            self.remarks.append(sentence)


@lru_cache(maxsize=4096)
def _imports(source: str) -> list[str]:
    """The imports at the top level of a cell: a test may use what a solution imports."""
    found = [n for n in _parsed(source).body if isinstance(n, ast.Import | ast.ImportFrom)]
    return list(map(ast.unparse, found))


@lru_cache(maxsize=4096)
def _classes(source: str) -> tuple[list[str], set[str]] | None:
    found = classes(_parsed(source))
    return found if found[0] else None


@lru_cache(maxsize=4096)
def _read(source: str) -> set[str]:
    """The names that a cell uses."""
    return {node.id for node in ast.walk(_parsed(source)) if isinstance(node, ast.Name)}


def _parsed(source: str) -> ast.Module:
    try:
        return ast.parse(without_magics(source))
    except SyntaxError:
        return ast.Module([], [])


class TimeIsUp(BaseException):
    """A test takes too long on the trusted side."""


def _time_is_up(number, frame):
    raise TimeIsUp


def _no_verdict(outputs: list[dict]) -> list[dict]:
    """What was put out during a test, without what nbgrader takes for the test's own verdict."""
    shown = [output for output in outputs if output.get("output_type") != "error"]
    return [
        {**output, "output_type": "display_data"}
        if output.get("output_type") == "execute_result"
        else output
        for output in shown
    ]


def _error(kind: str, message: str, trace: str = "") -> dict:
    lines = (trace or f"{kind}: {message}").split("\n")
    return {"output_type": "error", "ename": kind, "evalue": message, "traceback": lines}


def _result(data: dict) -> dict:
    result = {"output_type": "execute_result", "data": data, "metadata": {}}
    return {**result, "execution_count": None}

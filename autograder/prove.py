"""Right and wrong answers against an assignment's own tests.

course/<level>/answers/right/<exercise>__<slug>.py must earn full marks; wrong/... must lose
points, with the phrase of its first line (`# diagnosis: ...`) in the message of a failed test.
An answer takes the place of the whole solution cell; every other cell is the master's.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from .build import Pair, notebook_of
from .course import Course, Level, Mistake, read
from .table import console

NEEDED = {"right": 2, "wrong": 4}
SECONDS = 60  # for the cells up to one exercise's tests


@dataclass
class Trial:
    """One answer against the tests of its exercise; `breach` says what is wrong, or is empty."""

    level: str
    exercise: str
    kind: str  # reference, right or wrong
    file: str
    score: float
    points: float
    message: str
    breach: str = ""


def prove(course: Course, levels: list[Level]) -> tuple[list[Trial], list[str]]:
    """Try every answer of the levels; the trials, and every breach in one sentence.

    Raises Mistake when there is nothing to prove: a level without assignment or exercises.
    """
    trials: list[Trial] = []
    breaches: list[str] = []
    bench = Bench()
    try:
        for level in levels:
            text = course.text(level, "assignment")
            if text.is_file():
                _prove_level(course, level, bench, trials, breaches)
            elif len(levels) == 1:
                raise Mistake(f"{course.show(text)} is missing: level {level.name} has no tests.")
    finally:
        bench.stop()
    if not trials and not breaches:
        where = course.show(course.text(levels[0], "assignment")) if len(levels) == 1 else "course/"
        raise Mistake(f"{where} has no exercise with tests, so there is nothing to prove.")
    return trials, breaches


def _prove_level(course, level, bench, trials: list[Trial], breaches: list[str]) -> None:
    pair = Pair(course.text(level, "assignment"), course.source(level), "assignment", level)
    nb = notebook_of(course, pair)
    exercises = [name for name in map(solution_of, nb.cells) if name and tests_of(nb, name)]
    answers = answers_of(course, level)
    for path, exercise, _ in answers:
        if exercise not in exercises:
            breaches.append(f"{course.show(path)}: no exercise {exercise!r} with tests.")
    for exercise in exercises:
        given = [(path, kind) for path, name, kind in answers if name == exercise]
        found = [try_answer(bench, level, nb, exercise, "reference", "", None)]
        for path, kind in given:
            source = read(path, course).rstrip("\n")
            found.append(try_answer(bench, level, nb, exercise, kind, course.show(path), source))
        counts = Counter(kind for _, kind in given)
        for kind, needed in NEEDED.items():
            if counts[kind] < needed:
                breaches.append(
                    f"{level.name}, {exercise}: {counts[kind]} {kind} answer(s), {needed} needed."
                )
        breaches += [f"{one.file or one.exercise}: {one.breach}" for one in found if one.breach]
        trials += found


def answers_of(course: Course, level: Level) -> list[tuple[Path, str, str]]:
    """The answer files of a level: (path, exercise, right or wrong)."""
    folder = course.root / "course" / level.name / "answers"
    return [
        (path, path.stem.split("__")[0], kind)
        for kind in NEEDED
        for path in sorted((folder / kind).glob("*.py"))
    ]


def try_answer(bench, level, nb, exercise: str, kind: str, file: str, source: str | None) -> Trial:
    """Run the cells up to the exercise's last test, with `source` as its solution.

    The reference (no `source`) runs them all, an answer leaves out the tests of other exercises.
    """
    tests = tests_of(nb, exercise)
    cells = []
    for index, cell in enumerate(nb.cells[: tests[-1] + 1]):
        graded = cell.metadata.get("nbgrader", {}).get("grade", False)
        if cell.cell_type == "code" and (index in tests or not graded or source is None):
            code = source if source is not None and solution_of(cell) == exercise else cell.source
            points = cell.metadata.nbgrader["points"] if index in tests else None
            cells.append({"source": code, "points": points})
    points = sum(cell["points"] for cell in cells if cell["points"] is not None)
    results = bench.run(cells)
    if results is None:
        message = f"did not end within {SECONDS} s, or ended the process"
        return Trial(level.name, exercise, kind, file, 0.0, points, message, message + ".")
    score = sum(result["score"] for result in results)
    message = "\n".join(result["message"] for result in results if result["message"])
    trial = Trial(level.name, exercise, kind, file, score, points, message)
    trial.breach = _breach(trial, source or "")
    return trial


def _breach(trial: Trial, source: str) -> str:
    said = " ".join(trial.message.split()) or "nothing"
    if trial.kind != "wrong":
        if trial.score < trial.points:
            return f"earned {trial.score:g} of {trial.points:g}; the tests said: {said}"
        return ""
    first = source.split("\n", 1)[0]
    if not first.startswith("# diagnosis:"):
        return "the first line must be `# diagnosis: <phrase>`."
    phrase = " ".join(first.removeprefix("# diagnosis:").split())
    if not phrase:
        return "the diagnosis on the first line is empty."
    if trial.score >= trial.points:
        return "no test caught it."
    if phrase.casefold() not in said.casefold():
        return f"the tests did not say {phrase!r}; they said: {said}"
    return ""


def solution_of(cell) -> str | None:
    """The exercise whose solution the cell is."""
    data = cell.metadata.get("nbgrader", {})
    return data["grade_id"] if data.get("solution") and not data.get("grade") else None


def tests_of(nb, exercise: str) -> list[int]:
    """Which cells test the exercise: those named for it, else those up to the next solution."""
    found, here = [], False
    names = {name for name in map(solution_of, nb.cells) if name}
    for index, cell in enumerate(nb.cells):
        if solution_of(cell):
            here = solution_of(cell) == exercise
        data = cell.metadata.get("nbgrader", {})
        if not data.get("grade") or data.get("solution"):
            continue
        name = data["grade_id"].removeprefix("test_")
        base, _, number = name.rpartition("_")
        tested = name if name in names else base if number.isdigit() and base in names else None
        if tested == exercise or (tested is None and here):
            found.append(index)
    return found


class Bench:
    """A process that runs cells, started when needed, and anew after one that did not end."""

    def __init__(self):
        self.process = None

    def run(self, cells: list[dict]) -> list[dict] | None:
        """The results of the cells with points; None if they did not end in time."""
        if self.process is None:
            self._start()
        try:
            self.process.stdin.write(json.dumps({"cells": cells}) + "\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=SECONDS)
        except (queue.Empty, OSError):
            line = ""
        if not line:
            self.stop()
            return None
        return json.loads(line)["results"]

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process = None

    def _start(self) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "autograder.trial"]
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8"
        )
        self.lines: queue.Queue[str] = queue.Queue()
        reader = threading.Thread(target=self._read, args=(self.process, self.lines), daemon=True)
        reader.start()

    @staticmethod
    def _read(process, lines: queue.Queue) -> None:
        with process.stdout as stream:
            for line in stream:
                lines.put(line)
        lines.put("")  # the process has ended


def show(trials: list[Trial], breaches: list[str], as_json: bool) -> None:
    """Print a row an exercise and every breach, or all of it as JSON."""
    if as_json:
        data = {"trials": [asdict(trial) for trial in trials], "breaches": breaches}
        print(json.dumps(data, indent=1, ensure_ascii=False))
        return
    from rich.table import Table

    table = Table("level", "exercise", box=None, pad_edge=False)
    for head in ("points", "right", "wrong"):
        table.add_column(head, justify="right")
    names = dict.fromkeys((trial.level, trial.exercise) for trial in trials)
    for level, exercise in names:
        here = [t for t in trials if (t.level, t.exercise) == (level, exercise)]
        cells = []
        for kind in NEEDED:
            kinds = [t for t in here if t.kind == kind]
            cells.append(f"{sum(not t.breach for t in kinds)} of {len(kinds)}")
        table.add_row(level, exercise, f"{here[0].points:g}", *cells)
    out = console()
    out.print(table)
    for breach in breaches:
        out.print(breach, soft_wrap=True)
    answers = sum(trial.kind != "reference" for trial in trials)
    out.print(f"{answers} answers against {len(names)} exercises: {len(breaches)} breach(es).")

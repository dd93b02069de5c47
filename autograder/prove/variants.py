"""What is put to the proof: an assignment's exercises, and what may stand in a solution's place.

An exercise is tried in a notebook cropped to it: its solution and tests, and of the code before
them what they need. Nothing else is run, and no other exercise's points are at stake.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..build import Pair, notebook_of
from ..collect import given_files
from ..course import Course, Level, Mistake, find_root, load, read
from ..judgement import Job, Judgement, Limits
from ..master.released import grade_id, points, role, text
from ..record import Record
from .crop import needed
from .mutants import mutants, spread

KINDS = ("right", "wrong")  # folders of answers
AMPLE = Limits()


@dataclass(frozen=True)
class Variant:
    """What stands in the place of an exercise's solution. `operator` and `change`: a mutant's."""

    level: str
    exercise: str
    kind: str  # reference, right, wrong or mutant
    file: str
    source: str
    operator: str = ""
    change: str = ""


@dataclass(frozen=True)
class Exercise:
    """A solution cell with its tests, in the notebook cropped to them."""

    level: str
    name: str
    master: dict
    tests: list[str]
    points: float
    given: dict[str, bytes] = field(default_factory=dict)
    lean: bool = True  # without the other solutions that it does not seem to need

    @property
    def reference(self) -> str:
        return next(text(cell) for cell in self.master["cells"] if solution_of(cell) == self.name)

    def job(self, source: str, limits: Limits = AMPLE, until: str | None = None) -> Job:
        """To grade `source` in the solution's place; all else is the master's."""
        master = self.master["cells"]
        own = [at for at, cell in enumerate(master) if self._is_own(cell)]
        cells = [
            {**cell, "source": source} if solution_of(cell) == self.name else cell
            for cell in master
        ]
        kept = needed(cells, own, solution_of) if self.lean else range(len(cells))
        whole, submitted = (
            json.dumps({**self.master, "cells": [each[at] for at in kept]})
            for each in (master, cells)
        )
        return Job(whole, submitted.encode(), given=self.given, limits=limits, until=until)

    def _is_own(self, cell: dict) -> bool:
        return solution_of(cell) == self.name or grade_id(cell) in self.tests

    def verdicts(self, judgement: Judgement) -> list:
        return [verdict for verdict in judgement.cells if verdict.name in self.tests]


@dataclass(frozen=True)
class Master:
    """A notebook with solutions and tests. `where` is the file that a person would edit."""

    level: str
    where: str
    notebook: dict
    given: dict[str, bytes] = field(default_factory=dict)  # the files beside it

    def job(self) -> Job:
        """To grade the whole reference."""
        master = json.dumps(self.notebook)
        return Job(master, master.encode(), given=self.given)

    def exercises(self) -> list[Exercise]:
        """Those with tests that are worth points."""
        found = []
        for name in filter(None, map(solution_of, self.notebook["cells"])):
            one = exercise_of(self.notebook, name, self.level, self.given)
            found += [one] if one.points else []
        return found


def exercise_of(nb: dict, name: str, level: str = "", given: dict | None = None) -> Exercise:
    cells, at = nb["cells"], tests_of(nb, name)
    kept = [
        cell
        for index, cell in enumerate(cells[: at[-1] + 1] if at else [])
        if cell["cell_type"] == "code" and (index in at or role(cell) != "test")
    ]
    tests = [cells[index] for index in at]
    master, worth = {**nb, "cells": kept}, sum(map(points, tests))
    return Exercise(level, name, master, list(map(grade_id, tests)), worth, given or {})


def solution_of(cell: dict) -> str | None:
    """The exercise whose solution the cell is."""
    return (grade_id(cell) or None) if role(cell) == "solution" else None


def tests_of(nb: dict, exercise: str) -> list[int]:
    """Which cells test the exercise: those named for it, else those up to the next solution."""
    found, here = [], False
    names = {name for name in map(solution_of, nb["cells"]) if name}
    for index, cell in enumerate(nb["cells"]):
        if solution_of(cell):
            here = solution_of(cell) == exercise
        if role(cell) != "test":
            continue
        name = grade_id(cell).removeprefix("test_")
        base, _, number = name.rpartition("_")
        tested = name if name in names else base if number.isdigit() and base in names else None
        if tested == exercise or (tested is None and here):
            found.append(index)
    return found


def variants(
    exercise: Exercise, answers: list[tuple[str, str, str]], most: int
) -> tuple[list[Variant], str]:
    """All that is tried for an exercise, and why that is not all there is, or "".

    `answers` are (kind, file, source); `most` is how many mutants at most.
    """
    mine = exercise.level, exercise.name
    found = [Variant(*mine, "reference", "", exercise.reference)]
    found += [Variant(*mine, *answer) for answer in answers]
    if not most:
        return found, ""
    try:
        kept, left = spread(mutants(exercise.reference), most)
    except Mistake as mistake:
        return found, str(mistake)
    found += [Variant(*mine, "mutant", "", m.source, m.operator, m.change) for m in kept]
    more = f"{left} more mutants were not tried (--mutants {len(kept) + left} tries all)."
    return found, more if left else ""


# Where assignments are


def course_here(root: Path | None = None) -> Course:
    """The course of course.toml; without that file, any nbgrader course with source/*/*.ipynb."""
    root = root or find_root()
    toml = root / "course" / "course.toml"
    if not toml.exists() and any(root.glob("source/*/*.ipynb")):
        return Course(root, root.name, {})
    return load(root)


def levels_of(course: Course, name: str | None = None) -> list[Level]:
    """The level of that name, or all; a folder of source/ with notebooks is one, too."""
    folders = sorted({path.parent.name for path in course.root.glob("source/*/*.ipynb")})
    plain = {folder: Level(folder, folder, "", 0) for folder in folders}
    known = {**plain, **course.levels}
    if name is None:
        written = course.written()
        return written + [known[f] for f in folders if known[f] not in written]
    if name not in known and not course.levels:
        raise Mistake(f"no assignment {name!r}: source/ has {', '.join(known) or 'none'}.")
    return [known[name] if name in known else course.level(name)]


def masters_of(course: Course, level: Level) -> list[Master]:
    """The level's notebooks: of its text, if there is one, else those of its source folder."""
    source, folder = course.text(level, "assignment"), course.root / "source" / level.name
    given = given_files(folder)
    if source.is_file():
        pair = Pair(source, course.source(level), "assignment", level)
        nb = _built(course, pair) or notebook_of(course, pair)
        return [Master(level.name, course.show(source), nb, given)]
    paths = sorted(folder.glob("*.ipynb"))
    return [
        Master(
            level.name if len(paths) == 1 else f"{level.name}/{path.stem}",
            course.show(path),
            _plain(read(path, course), course.show(path)),
            given,
        )
        for path in paths
    ]


def answers_of(course: Course, level: Level) -> list[tuple[Path, str, str]]:
    """The answer files of a level: (path, exercise, right or wrong)."""
    return [
        (path, path.stem.split("__")[0], kind)
        for kind in KINDS
        for path in sorted((answers_folder(course, level) / kind).glob("*.py"))
    ]


def answers_folder(course: Course, level: Level) -> Path:
    return course.root / "course" / level.name / "answers"


def _built(course: Course, pair: Pair) -> dict | None:
    """The source notebook, if it is as the text makes it; reading the text itself takes longer."""
    record, name = Record(course), course.show(pair.notebook)
    if record.how != record.how_then or not pair.notebook.is_file():
        return None
    if "notebook" not in record.files.get(name, {}) or record.text_changed(pair):
        return None
    source = read(pair.notebook, course)
    return None if record.notebook_changed(pair, source) else _plain(source, name)


def _plain(source: str, where: str) -> dict:
    try:
        nb = json.loads(source)
        cells = nb["cells"]
        if all(isinstance(cell["cell_type"], str) for cell in cells):
            return nb
    except (ValueError, LookupError, TypeError):
        pass
    raise Mistake(f"{where} is no notebook of format 4: open it in JupyterLab and save it.")


def walk(course: Course, levels: list[Level]) -> Iterator[tuple[Level, list[Master]]]:
    """Each level with notebooks. Raises Mistake for one that is asked for alone and has none."""
    for level in levels:
        masters = masters_of(course, level)
        if masters:
            yield level, masters
        elif len(levels) == 1:
            where = course.show(course.text(level, "assignment"))
            raise Mistake(f"{where} is missing: level {level.name} has no tests.")

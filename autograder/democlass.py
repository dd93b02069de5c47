"""A made-up class: what each student hands in, made from the source, and what it must earn."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field

import nbformat

from . import judge, prove, text
from .course import Course, Level, read
from .prove import variants
from .verdict import FAILED, GRADED, REMARKS

AGREEABLE = """class Agreeable(float):
    def __eq__(self, other):
        return True

def {}(*args):
    return Agreeable()"""


@dataclass
class Student:
    """`score` None means that it can't be graded; `file` is the name of what is handed in."""

    name: str
    story: str
    notebook: str
    score: float | None
    outcome: str = GRADED
    late: bool = False
    file: str = ""


@dataclass
class Assignment:
    """The released notebook, and the source that it comes from."""

    course: Course
    level: Level
    released: nbformat.NotebookNode
    source: nbformat.NotebookNode
    answers: dict[str, str] = field(default_factory=dict)
    points: dict[str, float] = field(default_factory=dict)

    def __post_init__(self):
        for cell in self.source.cells:
            name = variants.solution_of(cell)
            tests = variants.tests_of(self.source, name) if name else []
            if tests:
                lines = cell.source.split("\n")
                mark = re.compile(r"\s*### (BEGIN|END) SOLUTION")
                self.answers[name] = "\n".join(x for x in lines if not mark.match(x))
                metadata = [self.source.cells[i].metadata for i in tests]
                self.points[name] = sum(m.nbgrader.points for m in metadata)

    @property
    def full(self) -> float:
        return sum(self.points.values())

    def functions(self) -> list[str]:
        """The exercises that ask for a function."""
        return [name for name, answer in self.answers.items() if f"def {name}(" in answer]

    def filled(self, answers: dict[str, str]):
        """A copy of the released notebook with these answers in it."""
        nb = copy.deepcopy(self.released)
        for name, answer in answers.items():
            cell(nb, name).source = answer
        return nb

    def solved(self, **changed: str):
        return self.filled({**self.answers, **changed})

    def earned_by(self, answers: dict[str, str]) -> float:
        """What answers earn in place of the reference, each alone in a notebook of its own."""
        lost = 0.0
        try:
            for name, answer in answers.items():
                exercise = variants.exercise_of(self.source, name)
                lost += exercise.points - prove.try_answer(exercise, answer).score
        finally:
            judge.close()
        return self.full - lost


def cell(nb, name: str):
    """The cell of that grade_id."""
    return next(c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name)


def students(work: Assignment) -> list[Student]:
    """The class, in the order of the alphabet."""
    functions, full = work.functions(), work.full
    first, last = functions[0], functions[-1]
    value = next(name for name in work.answers if name not in functions)
    half = list(work.answers)[: len(work.answers) // 2]
    others = _answer_files(work, "right")
    slips = dict(list(_answer_files(work, "wrong").items())[::5])
    found = [
        ("ada", "everything right", work.solved(), full),
        ("bao", "everything right, in other words", work.solved(**others), full),
        ("chidi", "some slips", work.solved(**slips), work.earned_by(slips)),
        (
            "dora",
            "half of it",
            work.filled({name: work.answers[name] for name in half}),
            sum(work.points[name] for name in half),
        ),
        ("emil", "nothing", work.filled({}), 0),
        ("fumi", "right, with warnings", work.solved(**_chatty(work, functions)), full),
        (
            "gita",
            "one endless loop",
            work.solved(**{value: "while True:\n    pass"}),
            full - work.points[value],
            REMARKS,
        ),
        (
            "hugo",
            "one crash of the process",
            work.solved(**{last: f"import os\ndef {last}(*args):\n    os._exit(1)"}),
            full - work.points[last],
            REMARKS,
        ),
        ("ines", "right, cells of her own, late", _own_cells(work, first), full, GRADED, True),
        ("jun", "a truncated file", text.dumps(work.solved())[:2000], None, FAILED),
        ("kofi", "cells copied, a test deleted", _copied(work, first, last), full, REMARKS),
        ("nora", "another file name", work.solved(), full, REMARKS, False, "homework.ipynb"),
        ("omar", "no answers, tests tampered with", _tampered(work), 0, REMARKS),
        (
            "paul",
            "an object that equals everything",
            work.solved(**{last: AGREEABLE.format(last)}),
            full - work.points[last],
        ),
        ("pia", "right, printing for pages", work.solved(**_verbose(work, first)), full, REMARKS),
    ]
    return [_student(work, *entry) for entry in found]


def _student(work, name, story, nb, score, outcome=GRADED, late=False, file="") -> Student:
    notebook = nb if isinstance(nb, str) else text.dumps(nb)
    file = file or f"{work.level.notebook}.ipynb"
    return Student(name, story, notebook, score, outcome, late, file)


def _answer_files(work: Assignment, kind: str) -> dict[str, str]:
    """The last answer file of that kind for each exercise that has one."""
    files = variants.answers_of(work.course, work.level)
    return {name: read(path) for path, name, k in files if k == kind and name in work.answers}


def _chatty(work: Assignment, functions: list[str]) -> dict[str, str]:
    wrap = (
        "\n\ndef talkative(function):\n    import sys, warnings\n\n    def talk(*args):\n"
        "        warnings.warn('are you sure?')\n        print('working', file=sys.stderr)\n"
        "        return function(*args)\n\n    return talk\n\n{0} = talkative({0})"
    )
    return {name: work.answers[name] + wrap.format(name) for name in functions}


def _verbose(work: Assignment, name: str) -> dict[str, str]:
    line = "print('\\n'.join('line %d' % i for i in range(50_000)))"
    wrap = f"\n\nquiet = {name}\n\ndef {name}(*args):\n    {line}\n    return quiet(*args)"
    return {name: work.answers[name] + wrap}


def _test_cells(work: Assignment, nb, name: str) -> list:
    ids = [
        work.source.cells[i].metadata.nbgrader.grade_id
        for i in variants.tests_of(work.source, name)
    ]
    return [cell(nb, grade_id) for grade_id in ids]


def _copied(work: Assignment, first: str, last: str):
    nb = work.solved()
    for name in (first, last):
        test = _test_cells(work, nb, name)[0]
        nb.cells.insert(nb.cells.index(test), copy.deepcopy(test))
        nb.cells.append(copy.deepcopy(cell(nb, name)))
    nb.cells.remove(_test_cells(work, nb, first)[-1])
    return nb


def _own_cells(work: Assignment, name: str):
    nb = work.solved()
    make = nbformat.v4.new_code_cell, nbformat.v4.new_markdown_cell
    nb.cells.insert(2, make[0]("scratch = 'an idea'\nscratch.upper()"))
    nb.cells.insert(nb.cells.index(cell(nb, name)), make[1]("My notes: cut between the columns."))
    nb.cells.append(make[0]("1 / 0  # a try that failed"))
    return nb


def _tampered(work: Assignment):
    nb = work.filled({})
    for name in work.answers:
        for test in _test_cells(work, nb, name):
            test.source = "pass"
            test.metadata.tags = ["skip-execution"]
            test.metadata.nbgrader.points = 1000
    return nb

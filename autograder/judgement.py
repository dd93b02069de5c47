"""What a grading is asked, and what it answers: plain data, for any process or machine.

A `Job` holds all that a submission is graded by, so that whoever grades it opens no file of the
course. A `Judgement` holds all that becomes of it: the gradebook, the autograded notebook and the
feedback are written from it alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """What the code of one submission may take. Times are seconds, sizes bytes."""

    cell_seconds: float = 30.0  # one cell, or one test with all that it calls; wall-clock
    total_seconds: float = 300.0  # the whole submission
    memory: int = 4 << 30  # address space of a process
    processes: int = 128
    files: int = 256  # open in a process
    file_size: int = 64 << 20  # of one file, and of all in the scratch folder
    output: int = 100_000  # of one cell; pictures apart


@dataclass(frozen=True)
class Job:
    """One submission to grade against a master notebook (the source, with tests and solutions)."""

    master: str  # the notebook's JSON
    submitted: bytes  # the student's file, whatever it holds
    released: str = ""  # the release's JSON, if it is at hand
    files: dict[str, bytes] = field(default_factory=dict)  # beside it: the student's own
    given: dict[str, bytes] = field(default_factory=dict)  # beside the release; these win
    limits: Limits = Limits()
    require_jail: bool = False
    until: str | None = None  # for who tries answers: end at a lost point, if its reason holds this


def holds(reason: str, phrase: str) -> bool:
    """Whether a reason says the phrase, whatever the case of its letters and its line breaks."""
    return phrase.casefold() in " ".join(reason.split()).casefold()


@dataclass
class CellVerdict:
    """A graded cell. `score` None: it waits for a person. `reason` may be shown to the student."""

    name: str  # its grade_id
    score: float | None
    points: float
    reason: str = ""  # why points are missing; a sentence, or several
    tests: str = ""  # the solution cell that it tests, by grade_id
    line: str = ""  # of the student's code, where it raised: "line 3: `return X @ W`"


@dataclass
class Judgement:
    """`failure` is the reason why nothing could be graded; then there are no cells."""

    cells: list[CellVerdict] = field(default_factory=list)  # each graded cell of the master, once
    remarks: list[str] = field(default_factory=list)  # for the instructor, a sentence each
    notebook: str = ""  # the autograded notebook, JSON
    failure: str | None = None
    passing: bool = False  # the failure was the grader's (it was killed, say): try again
    seconds: dict[str, float] = field(default_factory=dict)  # "student": its own cells; "total"

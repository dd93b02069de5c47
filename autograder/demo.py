"""`autograder demo`: a made-up class from release to report, in the folder demo/."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from . import text
from .batch import Batch
from .build import build
from .course import MARK, Course, Level, Mistake, load, make_way, read, write
from .democlass import Assignment, Student, students
from .front import Front, due_date
from .table import console
from .verdict import Verdict, lateness

LEVEL = "L2"
SETTINGS = r"""
# the demo: an endless loop is stopped soon, and names of files tell when something was handed in
c.Execute.timeout = 6
c.FileNameCollectorPlugin.named_regexp = (
    r".*[/\\](?P<student_id>[a-z]+)_(?P<timestamp>\d+T\d+)_(?P<file_id>[^/\\]+)"
)
"""

Say = Callable[[str], None]


def run(course: Course, say: Say) -> bool:
    """Make the class, run it through, print the gradebook; whether all came out as expected."""
    level = course.level(LEVEL)
    build(course, gently=True)
    folder = _fresh_folder(course)
    here = load(folder)
    with contextlib.chdir(folder):
        nbgrader("GenerateAssignmentApp", "generate_assignment", [LEVEL], say)
        if sys.platform != "win32":  # nbgrader's exchange is not made for Windows
            nbgrader("ReleaseAssignmentApp", "release_assignment", [LEVEL], say)
        work = Assignment(
            course,
            level,
            text.loads(read(here.release(level)), "the release"),
            text.loads(read(here.source(level)), "the source"),
        )
        made = students(work)
        say(f"{len(made)} students hand in their notebooks")
        archive = folder / "downloaded" / LEVEL / "archive"
        for one in made:
            write(archive / f"{one.name}_{stamp(level, one.late)}_{one.file}", one.notebook)
        nbgrader("ZipCollectApp", "zip_collect", [LEVEL], say)
        batch = Batch(here, level, Front(folder))
        say(f"$ autograder grade {LEVEL}")
        found = batch.grade(say=lambda line: say(f"  {line}"))
        say(f"$ autograder feedback {LEVEL}")
        pages, _ = batch.feedback()
        say(f"  {pages} pages in demo/feedback/")
    say("$ autograder report")
    right = show(made, found)
    say("")
    command = Path(sys.executable).parent / "autograder"
    say(f"The class in Formgrader: cd demo, then {command} lab; the menu Nbgrader > Formgrader.")
    return right and pages == len(made)


def stamp(level: Level, late: bool) -> str:
    """When a student hands in: five days before the level is due, or a day and a half after."""
    due = due_date(level) or datetime(2027, 1, 1)
    return f"{due + (timedelta(hours=35) if late else timedelta(days=-5)):%Y%m%dT%H%M%S}"


def nbgrader(name: str, command: str, arguments: list[str], say: Say) -> None:
    """Run one of nbgrader's commands in this process, so that it is imported only once."""
    from nbgrader import apps

    say(f"$ nbgrader {command} {' '.join(arguments)}")
    app = getattr(apps, name)()
    path = list(sys.path)
    try:
        app.initialize([*arguments, "--log-level=ERROR"])
        app.start()
    except SystemExit as end:
        if end.code:
            raise Mistake(f"nbgrader {command} failed; its reason stands above.") from None
    finally:
        sys.path[:] = path


def _fresh_folder(course: Course) -> Path:
    """An empty repository for the class: settings, levels, and the one source."""
    from nbgrader.utils import rmtree

    folder = course.root / "demo"
    make_way(course.root, folder / MARK)
    if folder.exists():
        if any(folder.iterdir()) and not (folder / MARK).is_file():
            raise Mistake("demo/ holds something that is not a demo: move it away.")
        rmtree(folder)  # nbgrader's own, which removes read-only files on Windows too
    source = course.source(course.levels[LEVEL])
    settings = (course.root / MARK).read_text(encoding="utf-8")
    write(folder / MARK, settings + SETTINGS)
    write(folder / "course" / "course.toml", read(course.root / "course" / "course.toml"))
    write(folder / source.relative_to(course.root), read(source, course))
    return folder


def show(made: list[Student], found: list[Verdict]) -> bool:
    """The gradebook with what was expected beside it; whether they agree."""
    from rich.table import Table

    verdicts = {one.student: one for one in found}
    table = Table("student", "story", box=None, pad_edge=False)
    for head in ("expected", "score", "of"):
        table.add_column(head, justify="right")
    for head in ("late", "outcome", ""):
        table.add_column(head)
    all_right = set(verdicts) == {one.name for one in made}
    for one in made:
        verdict = verdicts.get(one.name)
        if verdict is None:
            table.add_row(one.name, one.story, _points(one.score), "", "", "", "missing", "WRONG")
            continue
        right = verdict.outcome == one.outcome and _points(verdict.score) == _points(one.score)
        right = right and bool(verdict.late) == one.late
        all_right = all_right and right
        scores = [_points(one.score), _points(verdict.score), _points(verdict.max_score)]
        late, outcome = lateness(verdict.late), verdict.outcome
        mark = "as expected" if right else f"WRONG, expected {one.outcome}"
        table.add_row(one.name, one.story, *scores, late, outcome, mark)
    console().print(table)
    return all_right


def _points(score: float | None) -> str:
    return "none" if score is None else f"{score:g}"

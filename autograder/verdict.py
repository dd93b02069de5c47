"""What became of each submission: outcome, points, lateness and reasons.

A submission is *graded*, *graded with remarks* or *failed* with the reason; until then it is
*not graded*. A student whom the gradebook knows without a submission is *not submitted*.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from .course import Course, Level, write

GRADED, REMARKS, FAILED = "graded", "graded with remarks", "failed"
WAITING, MISSING = "not graded", "not submitted"
METADATA_KEY = "shardlab"  # where an autograded notebook keeps its remarks


@dataclass
class Verdict:
    """`score` is None unless graded; it counts manual points and penalties. `late` in seconds."""

    student: str
    level: str
    outcome: str
    max_score: float
    score: float | None = None
    late: float = 0.0
    submitted: str = ""
    reasons: list[str] = field(default_factory=list)
    first_name: str = ""
    last_name: str = ""
    email: str = ""


def submission(course: Course, level: Level, student: str) -> Path:
    return course.root / "submitted" / student / level.name


def submissions(course: Course, level: Level) -> dict[str, Path]:
    """Student -> folder of the submission, from submitted/<student>/<level>/."""
    found = (course.root / "submitted").glob(f"*/{level.name}")
    return {p.parent.name: p for p in sorted(found) if p.is_dir() and p.parent.name[0] != "."}


def strays(course: Course, level: Level) -> list[str]:
    """What lies in submitted/ but can't be a submission of this level, one sentence each."""
    wanted = f"submitted/<student>/{level.name}/{level.notebook}.ipynb"
    found = []
    for path in sorted((course.root / "submitted").glob("*")):
        if path.name.startswith("."):
            continue
        inside = path / level.name
        alike = [p for p in path.glob("*") if p.name.casefold() == level.name.casefold()]
        deeper = [p for p in path.glob(f"*/{level.name}") if p.is_dir()]
        if not path.is_dir() or (inside.exists() and not inside.is_dir()):
            found.append(path if not path.is_dir() else inside)
        elif not inside.exists():
            found += alike or deeper
    return [f"{course.show(path)} is left out: a submission is {wanted}." for path in found]


def autograded(course: Course, level: Level, student: str) -> Path:
    return course.root / "autograded" / student / level.name / f"{level.notebook}.ipynb"


def failure(course: Course, level: Level, student: str) -> Path:
    """Where the reason stands when grading failed."""
    return course.root / "autograded" / student / f"{level.name}.failed.txt"


def set_failure(course: Course, level: Level, student: str, reason: str | None) -> None:
    """Keep the reason of a failed grading, or forget an earlier one."""
    path = failure(course, level, student)
    if reason is not None:
        write(path, reason + "\n")
    else:
        path.unlink(missing_ok=True)


def remarks_of(path: Path) -> list[str] | None:
    """The remarks in an autograded notebook; None if grading did not come to its end there."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8-sig"))["metadata"][METADATA_KEY]
        return [str(remark) for remark in kept["remarks"]] if kept["done"] else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def verdicts(course: Course, level: Level, gradebook, only: str | None = None) -> list[Verdict]:
    """One verdict a student, sorted: whoever submitted, and whoever the gradebook knows.

    With `only`, the one of that student.
    """
    there = set(submissions(course, level)) if only is None else {only}
    known = {a.name: a.max_score for a in gradebook.assignments}
    if only is None:
        students = {s.id: s for s in gradebook.students}
        found = gradebook.assignment_submissions(level.name) if level.name in known else []
    else:
        students, found = _looked_up(gradebook, level, only)
    taken = {s.student_id: s for s in found}
    max_score = known.get(level.name, level.points)
    result = []
    for name in sorted({*there, *students, *taken}):
        verdict = _outcome(course, level, name, taken.get(name), name in there, max_score)
        if name in students:
            student = students[name]
            verdict.first_name = student.first_name or ""
            verdict.last_name = student.last_name or ""
            verdict.email = student.email or ""
        result.append(verdict)
    return result


def _looked_up(gradebook, level: Level, name: str) -> tuple[dict, list]:
    from nbgrader.api import MissingEntry

    try:
        students = {name: gradebook.find_student(name)}
        return students, [gradebook.find_submission(level.name, name)]
    except MissingEntry:
        return {}, []


def _outcome(course, level, student: str, submission, there: bool, max_score: float) -> Verdict:
    verdict = Verdict(student, level.name, WAITING if there else MISSING, max_score)
    if submission is not None:
        verdict.late = submission.total_seconds_late
        if submission.timestamp:
            verdict.submitted = f"{submission.timestamp:%Y-%m-%d %H:%M:%S} UTC"
    failed = failure(course, level, student)
    if failed.is_file():
        reason = failed.read_text(encoding="utf-8", errors="replace").strip()
        verdict.outcome, verdict.reasons = FAILED, [reason]
        return verdict
    remarks = remarks_of(autograded(course, level, student))
    if submission is None or remarks is None:
        return verdict
    verdict.score = max(0.0, submission.score - (submission.late_submission_penalty or 0.0))
    open_cells = sum(
        grade.needs_manual_grade for notebook in submission.notebooks for grade in notebook.grades
    )
    if open_cells:
        remarks.append(f"{open_cells} answer(s) still to be graded by hand")
    verdict.outcome, verdict.reasons = REMARKS if remarks else GRADED, remarks
    return verdict


def lateness(seconds: float) -> str:
    """Seconds as a reader says them: `40 s`, `25 min`, `3 h`, `2 d 4 h`."""
    if seconds <= 0:
        return ""
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{seconds / 60:.0f} min"
    hours = round(seconds / 3600)
    return f"{hours} h" if hours < 24 else f"{hours // 24} d {hours % 24} h"

"""What became of each submission: outcome, points, lateness and reasons.

A submission is *graded*, *graded with remarks* or *failed* with the reason; until then it is
*not graded*. A student whom the gradebook knows without a submission is *not submitted*.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from .collect import printable
from .course import Course, Level, Mistake

GRADED, REMARKS, FAILED = "graded", "graded with remarks", "failed"
WAITING, MISSING = "not graded", "not submitted"
LONGEST = 255  # bytes in a folder's name
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


def submissions(course: Course, level: Level) -> dict[str, Path]:
    """Student -> folder of the submission, from submitted/<student>/<level>/, sorted.

    Whatever may be a submission counts, also what can't be opened: nobody is left out silently.
    A student's id is the folder's name, as far as it is text.
    """
    found = {}
    for folder in _listed(course.root / "submitted"):
        place = folder / level.name
        if _is_submission(place) and not folder.name.startswith("."):
            found[student_id(folder.name)] = place
    return dict(sorted(found.items()))


def student_id(folder: str) -> str:
    """The folder's name; bytes that are no UTF-8 become escapes, as no gradebook can hold them."""
    name = os.fsencode(folder).decode("utf-8", "backslashreplace")
    if len(os.fsencode(name)) <= LONGEST:
        return name
    return f"{name[:100]}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Mistake(f"can't read {folder.name}/: {error.strerror}.") from None


def _is_submission(place: Path) -> bool:
    try:
        mode = place.lstat().st_mode
    except PermissionError:
        return True  # it can't be told: to be graded, and to fail with the reason
    except OSError:
        return False
    return stat.S_ISDIR(mode) or stat.S_ISLNK(mode)


def strays(course: Course, level: Level) -> list[str]:
    """What lies in submitted/ but can't be a submission of this level, one sentence each."""
    wanted = f"submitted/<student>/{level.name}/{level.notebook}.ipynb"
    found = []
    for path in _listed(course.root / "submitted"):
        inside = path / level.name
        if _is_submission(inside):
            found += [path] if path.name.startswith(".") else []
        elif path.name.startswith("."):
            continue
        elif path.is_symlink() or not path.is_dir() or inside.exists():
            found.append(inside if path.is_dir() else path)
        else:
            alike = [p for p in path.iterdir() if p.name.casefold() == level.name.casefold()]
            deeper = [p / level.name for p in path.iterdir() if (p / level.name).is_dir()]
            found += alike or deeper
    return [
        f"{printable(course.show(path))} is left out: a submission is {wanted}." for path in found
    ]


def autograded(course: Course, level: Level, student: str) -> Path:
    return course.root / "autograded" / student / level.name / f"{level.notebook}.ipynb"


def failure(course: Course, level: Level, student: str) -> Path:
    """Where the reason stands when grading failed."""
    return course.root / "autograded" / student / f"{level.name}.failed.txt"


def failure_text(reason: str, of: str) -> str:
    """What stands there, for `note` to read: the reason, and the digest of what was graded."""
    return f"{' '.join(reason.split())}\n{of}\n"


@dataclass
class Note:
    """What stands in autograded/ of a submission: what came of it, and the digest of what was
    graded (empty: it is to be graded again)."""

    remarks: list[str]
    of: str = ""
    failed: bool = False


def note(course: Course, level: Level, student: str) -> Note | None:
    """What the last grading that came to its end left; None if none did.

    Where both a notebook and a failure stand, the notebook came later.
    """
    try:
        text = autograded(course, level, student).read_text(encoding="utf-8-sig")
        kept = json.loads(text)["metadata"][METADATA_KEY]
        if kept["done"]:
            return Note([str(remark) for remark in kept["remarks"]], str(kept.get("of", "")))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    try:
        text = failure(course, level, student).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    reason, _, of = text.partition("\n")
    return Note([reason], of.strip(), failed=True)


def verdicts(course: Course, level: Level, books, only: str | None = None) -> list[Verdict]:
    """One verdict a student, sorted: whoever submitted, and whoever the gradebook knows.

    With `only`, the one of that student.
    """
    there = set(submissions(course, level)) if only is None else {only}
    people, taken = books.people(only), books.submissions(level.name, only)
    known = books.max_score(level.name)
    max_score = level.points if known is None else known
    result = []
    for name in sorted({*there, *people, *taken}):
        verdict = Verdict(name, level.name, WAITING if name in there else MISSING, max_score)
        if name in people:
            verdict.first_name, verdict.last_name, verdict.email = people[name]
        if name in taken:
            _fill(verdict, taken[name], note(course, level, name))
        result.append(verdict)
    return result


def _fill(verdict: Verdict, kept, noted: Note | None) -> None:
    verdict.late = kept.late
    if kept.timestamp:
        verdict.submitted = f"{kept.timestamp:%Y-%m-%d %H:%M:%S} UTC"
    if noted is None:
        return
    verdict.reasons = list(noted.remarks)
    if noted.failed:
        verdict.outcome = FAILED
        return
    verdict.score = max(0.0, kept.score - kept.penalty)
    if kept.open:
        verdict.reasons.append(f"{kept.open} answer(s) still to be graded by hand")
    verdict.outcome = REMARKS if verdict.reasons else GRADED


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

"""Grade and give feedback to many submissions; none of them stops the others.

Every submission ends as graded, graded with remarks, or failed with the reason.
"""

from __future__ import annotations

import contextlib
import html
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import verdict as v
from .alone import alone
from .course import Course, Level, Mistake, read, write
from .front import Front
from .table import joined

Say = Callable[[str], None]


@dataclass
class Batch:
    """Gradings of one level, with one nbgrader application for all of them."""

    course: Course
    level: Level
    front: Front

    def grade(self, student: str | None, force: bool, say: Say) -> list[v.Verdict]:
        """Grade what is new (with `force`, all); `say` gets a line for each submission."""
        with alone(self.course.root):
            return self._grade(student, force, say)

    def _grade(self, student: str | None, force: bool, say: Say) -> list[v.Verdict]:
        chosen = self._chosen(student)
        if student is None:
            for stray in v.strays(self.course, self.level):
                say(stray)
        self.front.register(read(self.course.source(self.level), self.course), self.level)
        for n, name in enumerate(chosen, 1):
            before = f"{n}/{len(chosen)} {name}: "
            if not force and self._is_graded(name):
                say(before + "already graded (--force grades again)")
                continue
            reason = self._unreadable(name) or self.front.convert(
                "Autograde", self.level.name, name, force=True
            )
            if reason is None and v.remarks_of(v.autograded(self.course, self.level, name)) is None:
                reason = self.front.reason()
            v.set_failure(self.course, self.level, name, reason)
            if reason is not None:
                self._record_failure(name)
            say(before + self._in_short(name))
        return [one for one in self.verdicts() if one.student in set(chosen)]

    def verdicts(self, only: str | None = None) -> list[v.Verdict]:
        with self.front.gradebook() as gradebook:
            return v.verdicts(self.course, self.level, gradebook, only)

    def feedback(self) -> tuple[int, list[str]]:
        """Write feedback/<student>/<level>/*.html: how many, and whose failed."""
        judged = [one for one in self.verdicts() if one.outcome not in (v.WAITING, v.MISSING)]
        if not judged:
            raise Mistake(
                f"nothing of {self.level.name} is graded: run `autograder grade {self.level.name}`."
            )
        # one call for all: nbgrader compiles its templates for each
        self.front.convert("GenerateFeedback", self.level.name)
        failed = []
        for one in judged:
            if one.outcome == v.FAILED:
                self._explain(one)
            elif not self._page(one.student).is_file():
                failed.append(one.student)
        return len(judged) - len(failed), failed

    def _chosen(self, student: str | None) -> list[str]:
        there = v.submissions(self.course, self.level)
        if not there:
            raise Mistake(
                f"no submissions of {self.level.name}: collect them "
                f"(`nbgrader collect {self.level.name}`), or put them into "
                f"submitted/<student>/{self.level.name}/."
            )
        if student is None:
            return list(there)
        if student not in there:
            raise Mistake(
                f"no submission of {self.level.name} by {student!r}; there are: {', '.join(there)}."
            )
        return [student]

    def _unreadable(self, student: str) -> str | None:
        """Why the submission can't be graded at all, if so."""
        from .text import loads

        folder = v.submission(self.course, self.level, student)
        name = f"{self.level.notebook}.ipynb"
        if set("[]*?") & set(student):
            return "nbgrader takes no [ ] * ? in a student's name: rename the folder"
        links = [path for path in (folder.parent, folder, *folder.rglob("*")) if path.is_symlink()]
        if links:  # it may lead anywhere, to the reference solution too
            return f"{self.course.show(links[0])} is a link: put the file itself there"
        if (folder / name).is_dir():
            return f"{name} is a folder, not a notebook"
        if not (folder / name).is_file():
            others = sorted(path.name for path in folder.iterdir())
            there = f"there is only {', '.join(others)}" if others else "the folder is empty"
            return f"no {name}: {there}"
        try:
            loads(read(folder / name, self.course), self.course.show(folder / name))
            self._date(student)
        except Mistake as mistake:
            return str(mistake)
        return None

    def _is_graded(self, student: str) -> bool:
        """Whether the verdict stands: graded or failed, and nothing newer was submitted."""
        path = v.autograded(self.course, self.level, student)
        failed = v.failure(self.course, self.level, student)
        verdict_file = failed if failed.is_file() else path
        if verdict_file is path and v.remarks_of(path) is None:
            return False
        folder = v.submission(self.course, self.level, student)
        newest = max((p.stat().st_mtime for p in folder.rglob("*") if p.is_file()), default=0)
        stamp, graded_stamp = folder / "timestamp.txt", path.parent / "timestamp.txt"
        if verdict_file is path and stamp.is_file() and graded_stamp.is_file():
            if stamp.read_bytes() != graded_stamp.read_bytes():
                return False
        return newest <= verdict_file.stat().st_mtime

    def _record_failure(self, student: str) -> None:
        """Enter the submission without scores: those of an earlier grading don't stand either."""
        with self.front.gradebook() as gradebook:
            gradebook.update_or_create_student(student)
            date = {}
            with contextlib.suppress(Mistake):
                date = {"timestamp": self._date(student)}
            submission = gradebook.update_or_create_submission(self.level.name, student, **date)
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    grade.auto_score, grade.needs_manual_grade = None, True
            gradebook.db.commit()

    def _date(self, student: str):
        """When it was handed in, from timestamp.txt; None without one. Raises Mistake."""
        from nbgrader.utils import parse_utc

        stamp = v.submission(self.course, self.level, student) / "timestamp.txt"
        try:
            return parse_utc(read(stamp, self.course).strip() or None) if stamp.is_file() else None
        except (ValueError, OverflowError):
            raise Mistake(
                f"{self.course.show(stamp)} holds no date: write one such as "
                "2027-02-15 23:59:00 UTC, or delete it"
            ) from None

    def _in_short(self, student: str) -> str:
        (one,) = self.verdicts(student)
        late = f", {v.lateness(one.late)} late" if one.late else ""
        points = "" if one.score is None else f" {one.score:g} of {one.max_score:g}{late}"
        reasons = f" ({joined(one.reasons)})" if one.reasons else ""
        return f"{one.outcome}{points}{reasons}"

    def _explain(self, one: v.Verdict) -> None:
        """A feedback page for a submission that could not be graded."""
        text = html.escape(" ".join(one.reasons))
        write(
            self._page(one.student),
            f'<!doctype html>\n<meta charset="utf-8">\n<title>{self.level.name}: not graded</title>'
            f"\n<h1>{self.level.name} could not be graded</h1>\n<p>{text}</p>\n"
            "<p>Please mend it and submit again.</p>\n",
        )

    def _page(self, student: str) -> Path:
        folder = self.course.root / "feedback" / student / self.level.name
        return folder / f"{self.level.notebook}.html"

"""Grade and give feedback to many submissions; none of them stops the others.

Every submission ends as graded, graded with remarks, or failed with the reason. Killed at any
moment, a second call does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from . import pool
from . import verdict as v
from .alone import alone
from .collect import Collected, collect, given_files
from .course import Course, Level, Mistake, read
from .feedback.pages import write_pages
from .front import Front
from .gradebook.clock import utc
from .gradebook.ledger import Ledger
from .gradebook.registered import registered
from .jobs import Sheet, limits
from .judge import judge, missing
from .judgement import Job, Judgement
from .table import joined

Say = Callable[[str], None]
Judge = Callable[[Job], Judgement]


@dataclass
class Options:
    """How a batch is graded. `scheduler`: the address of a Dask cluster."""

    force: bool = False
    jobs: int | None = None  # workers; None: one a core
    require_jail: bool = False
    scheduler: str | None = None


@dataclass
class _Taken:
    """A submission under way: whose, the digest of it, when handed in, what is odd about it."""

    student: str
    of: str
    date: datetime | None
    remarks: list[str]


@dataclass
class Batch:
    """Gradings of one level. `judge` is what grades one submission, in place of `judge.judge`."""

    course: Course
    level: Level
    front: Front
    judge: Judge | None = None
    passed: int = field(default=0, init=False)  # whose verdict stood already, in the last call

    def grade(
        self,
        student: str | None = None,
        options: Options | None = None,
        say: Say = lambda line: None,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> list[v.Verdict]:
        """Grade what is new, of one student or of all. `say` gets a line for each that is not just
        graded, `progress` how many of how many are done."""
        options = options or Options()
        with alone(self.course.root):
            chosen = self._chosen(student)
            if student is None:
                for stray in v.strays(self.course, self.level):
                    say(stray)
            master = read(self.course.source(self.level), self.course)
            with self.front.books() as books:
                known = registered(books, self.level, master, self.course.release(self.level))
            if not known:
                self.front.register(master, self.level)
            with self.front.books() as books, self._workers(options) as workers:
                ledger = Ledger(self.course, self.level, books)
                sheet = self._sheet(master, options.require_jail)
                jobs = self._jobs(ledger, chosen, sheet, options.force)
                jobs = self._told_what_is_missing(jobs, options, say, workers[0])
                done = self.passed = 0
                for taken, judgement in pool.judged(jobs, self.judge or judge, *workers):
                    done += 1
                    progress(done, len(chosen))
                    if judgement is None:
                        self.passed += 1
                        continue
                    judgement.remarks = [*taken.remarks, *judgement.remarks]
                    ledger.enter(taken.student, judgement, taken.of, taken.date)
                    if _has_a_line(judgement):
                        say(in_short(*self._verdicts(books, taken.student)))
                return [one for one in self._verdicts(books) if one.student in chosen]

    def verdicts(self, only: str | None = None) -> list[v.Verdict]:
        with self.front.books() as books:
            return self._verdicts(books, only)

    def _verdicts(self, books, only: str | None = None) -> list[v.Verdict]:
        return v.verdicts(self.course, self.level, books, only)

    def _jobs(
        self, ledger: Ledger, chosen: dict[str, Path], sheet: Sheet, force: bool
    ) -> Iterator[tuple[_Taken, Job | Judgement | None]]:
        """Each submission, read when its turn comes, and what to do: judge it, enter the judgement
        that it can't be graded, or nothing (None), as its verdict stands."""
        for name, folder in chosen.items():
            found = collect(folder, f"{self.level.notebook}.ipynb")
            date = _date(found)
            taken = _Taken(name, sheet.digest(found), date, found.remarks)
            if not force and ledger.stands(name, taken.of):
                yield taken, None
            elif found.failure is not None:
                yield taken, Judgement(failure=found.failure)
            else:
                yield taken, sheet.job(found)

    def _told_what_is_missing(self, jobs, options: Options, say: Say, executor) -> Iterator:
        """The same jobs; before the first that is to be judged, a line says what the jail lacks.

        Raises Mistake where it may not lack anything.
        """
        told = self.judge is not None or options.scheduler  # there, each job says it
        own = None
        for taken, job in jobs:
            if isinstance(job, Job) and not told:
                told = True
                lacks = executor.submit(missing).result()  # it starts what the job will use
                if lacks and options.require_jail:
                    raise Mistake(f"--require-jail: here, {', '.join(lacks)}.")
                if lacks:
                    say(f"Submissions are not fully locked in: {', '.join(lacks)}.")
                own = executor.submit(judge, replace(job, submitted=job.master.encode(), files={}))
            yield taken, job
        for cell in own.result().cells if own else ():
            if cell.score is not None and cell.score < cell.points:
                say(f"Your own solution loses points in {cell.name}: {cell.reason}")

    @staticmethod
    def _workers(options: Options):
        if options.scheduler:
            return pool.cluster(options.scheduler)
        return pool.threads(options.jobs or pool.cores())

    def _sheet(self, master: str, require_jail: bool) -> Sheet:
        release = self.course.release(self.level)
        return Sheet(
            master,
            read(release, self.course) if release.is_file() else "",
            given_files(release.parent),
            limits(self.front.settings),
            require_jail,
        )

    def _chosen(self, student: str | None) -> dict[str, Path]:
        there = v.submissions(self.course, self.level)
        if not there:
            raise Mistake(
                f"no submissions of {self.level.name}: collect them "
                f"(`nbgrader collect {self.level.name}`), or put them into "
                f"submitted/<student>/{self.level.name}/."
            )
        if student is None:
            return there
        if student not in there:
            raise Mistake(
                f"no submission of {self.level.name} by {student!r}; there are: {', '.join(there)}."
            )
        return {student: there[student]}

    def feedback(self) -> tuple[int, list[str]]:
        """Write feedback/*/<level>/*.html: how many, and a sentence for each that failed."""
        with self.front.books() as books:
            return write_pages(self.course, self.level, books)


def in_short(one: v.Verdict) -> str:
    """A verdict in one line."""
    late = f", {v.lateness(one.late)} late" if one.late else ""
    points = "" if one.score is None else f" {one.score:g} of {one.max_score:g}{late}"
    reasons = f" ({joined(one.reasons)})" if one.reasons else ""
    return f"{one.student}: {one.outcome}{points}{reasons}"


def _has_a_line(judgement: Judgement) -> bool:
    waits = any(cell.score is None for cell in judgement.cells)
    return bool(waits or judgement.remarks or judgement.failure is not None)


def _date(found: Collected) -> datetime | None:
    """When it was handed in; a date that is none is why the submission fails."""
    try:
        return utc(found.stamp) if found.stamp else None
    except ValueError:
        found.failure = found.failure or (
            "timestamp.txt holds no date: write one such as 2027-02-15 23:59:00 UTC, or delete it."
        )
        return None

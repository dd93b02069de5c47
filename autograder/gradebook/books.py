"""The gradebook, a whole level read at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Integer, and_, cast, create_engine, func, inspect, or_, select

from .schema import (
    SCORE,
    Assignment,
    Cell,
    Comment,
    Grade,
    GradeCell,
    Notebook,
    SourceCell,
    Student,
    Submission,
    Submitted,
    TaskCell,
)

Penalty = Callable[[str, float, float], float | None]
GRADED, ANSWERED, TASK = "GradeCell", "SolutionCell", "TaskCell"  # types of cells, to nbgrader


@dataclass
class Kept:
    """What the gradebook holds of a submission. `late` in seconds, `open` cells wait for a
    person."""

    timestamp: datetime | None
    late: float
    score: float = 0.0
    penalty: float = 0.0
    open: int = 0


class Books:
    """The gradebook at `url`, with `late_penalty(student, score, seconds)` -> points or None."""

    def __init__(self, url: str, late_penalty: Penalty = lambda *about: None):
        self.engine = create_engine(url)
        self.late_penalty = late_penalty

    def close(self) -> None:
        self.engine.dispose()

    def people(self, only: str | None = None) -> dict[str, tuple[str, str, str]]:
        """Student -> (first name, last name, e-mail)."""
        wanted = select(Student).where(or_(only is None, Student.c.id == only))
        with self.engine.connect() as db:
            return {
                row.id: (row.first_name or "", row.last_name or "", row.email or "")
                for row in db.execute(wanted)
            }

    def max_score(self, level: str) -> float | None:
        """The sum of the level's points; None for a level that the gradebook does not know."""
        with self.engine.connect() as db:
            if db.execute(assignment(level)).first() is None:
                return None
            return sum(
                db.scalar(
                    select(func.coalesce(func.sum(cells.c.max_score), 0.0))
                    .join_from(cells, Cell, Cell.c.id == cells.c.id)
                    .join(Notebook, Notebook.c.id == Cell.c.notebook_id)
                    .join(Assignment, Assignment.c.id == Notebook.c.assignment_id)
                    .where(Assignment.c.name == level)
                )
                for cells in (GradeCell, TaskCell)
            )

    def submissions(self, level: str, only: str | None = None) -> dict[str, Kept]:
        """Student -> what is kept of the submission of that level."""
        who = Submission.c.student_id
        chosen = and_(
            Assignment.c.name == level, or_(only is None, Submission.c.student_id == only)
        )
        there = Submission.join(Assignment, Assignment.c.id == Submission.c.assignment_id)
        notebooks = there.join(Submitted, Submitted.c.assignment_id == Submission.c.id)
        grades = notebooks.join(Grade, Grade.c.notebook_id == Submitted.c.id)
        penalty = func.coalesce(func.sum(Submitted.c.late_submission_penalty), 0.0)
        dates = [Submission.c.timestamp, Submission.c.extension, Assignment.c.duedate]
        found = {}
        with self.engine.connect() as db:
            for name, *date in db.execute(select(who, *dates).select_from(there).where(chosen)):
                found[name] = Kept(date[0], seconds_late(*date))
            for name, points in db.execute(
                select(who, penalty).select_from(notebooks).where(chosen).group_by(who)
            ):
                found[name].penalty = points
            for name, score, waiting in db.execute(
                select(who, func.sum(SCORE), func.sum(cast(Grade.c.needs_manual_grade, Integer)))
                .select_from(grades)
                .where(chosen)
                .group_by(who)
            ):
                found[name].score, found[name].open = score, waiting
        return found

    def by_hand(self, level: str) -> dict[str, dict[str, tuple[float | None, str]]]:
        """Student -> cell -> (a person's score with extra credit, or None; a person's comment)."""
        found: dict[str, dict[str, tuple[float | None, str]]] = {}
        comments = _of_level(Comment, level, Comment.c.manual_comment)
        given = Grade.c.manual_score.is_not(None) | Grade.c.extra_credit.is_not(None)
        with self.engine.connect() as db:
            for name, cell, comment in db.execute(comments):
                found.setdefault(name, {})[cell] = (None, comment)
            for name, cell, score in db.execute(_of_level(Grade, level, SCORE).where(given)):
                _, comment = found.setdefault(name, {}).get(cell, (None, ""))
                found[name][cell] = (score, comment)
        return found

    def released(
        self, level: str, notebook: str
    ) -> tuple[datetime | None, dict[str, tuple]] | None:
        """The due date and the cells of a level's notebook as `nbgrader generate_assignment` left
        them: name -> (type, locked, source, points or None, roles). None: it is not there."""
        if not inspect(self.engine).has_table(Assignment.name):
            return None
        with self.engine.connect() as db:
            row = db.execute(_notebook(level, notebook)).first()
            if row is None:
                return None
            mine = Cell.c.notebook_id == row.id
            points = {
                name: score
                for cells in (GradeCell, TaskCell)
                for name, score in db.execute(
                    select(Cell.c.name, cells.c.max_score)
                    .join_from(Cell, cells, cells.c.id == Cell.c.id)
                    .where(mine)
                )
            }
            roles: dict[str, set[str]] = {}
            for name, kind in db.execute(select(Cell.c.name, Cell.c.type).where(mine)):
                roles.setdefault(name, set()).add(kind)
            found = db.execute(select(SourceCell).where(SourceCell.c.notebook_id == row.id))
            return row.duedate, {
                cell.name: (
                    cell.cell_type,
                    bool(cell.locked),
                    cell.source,
                    points.get(cell.name),
                    frozenset(roles.get(cell.name, ())),
                )
                for cell in found
            }


def assignment(level: str):
    return select(Assignment).where(Assignment.c.name == level)


def _notebook(level: str, notebook: str):
    return (
        select(Notebook.c.id, Assignment.c.duedate)
        .join_from(Notebook, Assignment, Assignment.c.id == Notebook.c.assignment_id)
        .where(Assignment.c.name == level, Notebook.c.name == notebook)
    )


def _of_level(table, level: str, what):
    """Student, cell and `what` of each row of a table of grades or comments; None left out."""
    return (
        select(Submission.c.student_id, Cell.c.name, what)
        .join_from(table, Cell, Cell.c.id == table.c.cell_id)
        .join(Submitted, Submitted.c.id == table.c.notebook_id)
        .join(Submission, Submission.c.id == Submitted.c.assignment_id)
        .join(Assignment, Assignment.c.id == Submission.c.assignment_id)
        .where(Assignment.c.name == level, what.is_not(None))
    )


def seconds_late(handed_in, extension, due) -> float:
    if handed_in is None or due is None:
        return 0.0
    due = due if extension is None else due + extension
    return max(0.0, (handed_in - due).total_seconds())

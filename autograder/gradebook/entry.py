"""A submission entered into the gradebook: all of it in one transaction, or nothing.

What is left there is what `nbgrader autograde` would leave: a person's scores, comments and extra
credit stay, and whatever a person has scored before is marked to be looked at again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from uuid import uuid4

from sqlalchemy import and_, bindparam, func, or_, select

from .books import ANSWERED, GRADED, TASK, Books, assignment, seconds_late
from .schema import SCORE, Cell, Comment, Grade, Notebook, Student, Submission, Submitted


@dataclass
class Entry:
    """What the gradebook is to learn of a submission: by cell, its score (None: a person's
    turn) and whether it was left as released. `failed`: nothing of it could be graded."""

    student: str
    level: str
    notebook: str
    timestamp: datetime | None = None  # UTC, naive, as nbgrader keeps it; None: as it was
    scores: dict[str, float | None] = field(default_factory=dict)
    untouched: dict[str, bool] = field(default_factory=dict)
    failed: bool = False


def enter(books: Books, entry: Entry) -> None:
    """Write all of a submission, or nothing."""
    with books.engine.begin() as db:
        level = db.execute(assignment(entry.level)).one()
        submission = _submission(db, entry, level.id)
        notebook = db.scalar(
            select(Submitted.c.id)
            .join_from(Submitted, Notebook, Notebook.c.id == Submitted.c.notebook_id)
            .where(Submitted.c.assignment_id == submission, Notebook.c.name == entry.notebook)
        )
        _grade(db, entry, notebook)
        penalty = None
        dates = select(Submission.c.timestamp, Submission.c.extension)
        late = seconds_late(
            *db.execute(dates.where(Submission.c.id == submission)).one(), level.duedate
        )
        if late > 0 and not entry.failed:
            worth = select(func.coalesce(func.sum(SCORE), 0.0))
            score = db.scalar(worth.where(Grade.c.notebook_id == notebook))
            penalty = books.late_penalty(entry.student, score, late)
            if penalty is not None:  # nbgrader's bounds
                penalty = 0 if penalty < 0 else min(penalty, score)
        mine = Submitted.update().where(Submitted.c.id == notebook)
        db.execute(mine.values(late_submission_penalty=penalty))


def _submission(db, entry: Entry, level: str) -> str:
    """The id of the submission, entered if it is new."""
    if db.execute(select(Student.c.id).where(Student.c.id == entry.student)).first() is None:
        db.execute(Student.insert().values(id=entry.student))
    mine = and_(Submission.c.assignment_id == level, Submission.c.student_id == entry.student)
    known = db.scalar(select(Submission.c.id).where(mine))
    if known is None:
        return _new_submission(db, entry, level)
    if entry.timestamp is not None:
        update = Submission.update().where(Submission.c.id == known)
        db.execute(update.values(timestamp=entry.timestamp))
    return known


def _new_submission(db, entry: Entry, level: str) -> str:
    """Enter a submission with a place for each grade and comment of the level's notebooks."""
    made = uuid4().hex
    db.execute(
        Submission.insert().values(
            id=made,
            assignment_id=level,
            student_id=entry.student,
            timestamp=entry.timestamp,
            extension=None,
        )
    )
    for (notebook,) in db.execute(
        select(Notebook.c.id).where(Notebook.c.assignment_id == level)
    ).all():
        place = uuid4().hex
        ids = {"id": place, "assignment_id": made, "notebook_id": notebook}
        db.execute(Submitted.insert().values(**ids, flagged=False))
        cells = db.execute(select(Cell.c.id, Cell.c.type).where(Cell.c.notebook_id == notebook))
        for cell, kind in cells.all():
            ids = {"id": uuid4().hex, "cell_id": cell, "notebook_id": place}
            if kind in (GRADED, TASK):
                db.execute(Grade.insert().values(**ids, needs_manual_grade=True))
            if kind in (ANSWERED, TASK):
                db.execute(Comment.insert().values(**ids | {"id": uuid4().hex}))
    return made


def _grade(db, entry: Entry, notebook: str) -> None:
    if entry.failed:
        mine = Grade.c.notebook_id == notebook
        db.execute(Grade.update().where(mine).values(auto_score=None, needs_manual_grade=True))
        mine = Comment.c.notebook_id == notebook
        db.execute(Comment.update().where(mine).values(auto_comment=None))
        return
    cell = bindparam("cell", type_=Cell.c.name.type)
    named = select(Cell.c.id).where(Cell.c.name == cell)
    score = bindparam("score", type_=Grade.c.auto_score.type)
    # a person's score may no longer be right, and what the tests leave open needs one
    looks = or_(Grade.c.manual_score.is_not(None), score.is_(None))
    ours = Grade.c.cell_id.in_(named.where(Cell.c.type == GRADED))
    update = Grade.update().where(Grade.c.notebook_id == notebook, ours)
    values = [{"cell": name, "score": points} for name, points in entry.scores.items()]
    if values:
        db.execute(update.values(auto_score=score, needs_manual_grade=looks), values)
    said = bindparam("said", type_=Comment.c.auto_comment.type)
    ours = Comment.c.cell_id.in_(named.where(Cell.c.type == ANSWERED))
    update = Comment.update().where(Comment.c.notebook_id == notebook, ours)
    told = {True: "No response.", False: None}
    values = [{"cell": name, "said": told[as_is]} for name, as_is in entry.untouched.items()]
    if values:
        db.execute(update.values(auto_comment=said), values)

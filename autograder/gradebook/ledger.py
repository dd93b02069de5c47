"""Verdicts on the record: the one writer of the gradebook and of autograded/.

A verdict stands when the gradebook has the submission and autograded/ has the notebook (or the
reason of a failure) with the digest of what was graded. Whatever stood before is taken away first
and the new notebook is renamed into place last, so a grading that is killed in between leaves no
verdict, and the next call grades again.
"""

from __future__ import annotations

import contextlib
import json
import os
from datetime import datetime
from pathlib import Path

from .. import verdict as v
from ..course import Course, Level, Mistake
from ..judgement import Judgement
from ..master import released
from .books import Books
from .entry import Entry, enter


class Ledger:
    """The record of one level. Only one process at a time may write it (see `alone`)."""

    def __init__(self, course: Course, level: Level, books: Books):
        self.course, self.level, self.books = course, level, books
        self.entered = set(books.submissions(level.name))

    def stands(self, student: str, of: str) -> bool:
        """Whether there is a verdict on just this."""
        if student not in self.entered:
            return False
        note = v.note(self.course, self.level, student)
        return note is not None and note.of == of

    def enter(
        self, student: str, judgement: Judgement, of: str, date: datetime | None = None
    ) -> None:
        """Put a judgement on record. `of`: the digest of what was judged; `date` in UTC."""
        entry = Entry(student, self.level.name, self.level.notebook, date)
        notebook = v.autograded(self.course, self.level, student)
        reason = v.failure(self.course, self.level, student)
        if judgement.failure is not None:
            entry.failed = True
            path = reason
            text = v.failure_text(judgement.failure, "" if judgement.passing else of)
        else:
            path, text = notebook, _describe(entry, judgement, of)
        with _writing(path):
            staged = path.with_name(f".{path.name}.part")
            try:
                staged.parent.mkdir(parents=True, exist_ok=True)
                staged.write_text(text, encoding="utf-8", newline="\n")
                notebook.unlink(missing_ok=True)
                reason.unlink(missing_ok=True)
                enter(self.books, entry)
                os.replace(staged, path)
            finally:
                with contextlib.suppress(OSError):
                    staged.unlink(missing_ok=True)
        self.entered.add(student)


def _describe(entry: Entry, judgement: Judgement, of: str) -> str:
    """Fill the entry with what the gradebook learns; the notebook's text, with the digest."""
    nb = json.loads(judgement.notebook)
    kept = nb["metadata"].setdefault(v.METADATA_KEY, {})
    nb["metadata"][v.METADATA_KEY] = {**kept, "done": True, "remarks": judgement.remarks, "of": of}
    entry.scores = {cell.name: cell.score for cell in judgement.cells}
    for cell in nb["cells"]:
        if released.data(cell).get("solution"):
            entry.untouched[released.grade_id(cell)] = released.untouched(cell)
    return json.dumps(nb, ensure_ascii=False) + "\n"


@contextlib.contextmanager
def _writing(path: Path):
    """What keeps a file from being written ends the batch: it would go on for all."""
    try:
        yield
    except OSError as error:
        raise Mistake(
            f"can't write {path}: {error.strerror or error}; what was finished is kept."
        ) from None

"""feedback/<student>/<level>/<notebook>.html for all who were graded."""

from __future__ import annotations

import json
from pathlib import Path

from .. import verdict as v
from ..course import Course, Level, Mistake, read, write
from ..gradebook.books import Books


def page_path(course: Course, level: Level, student: str) -> Path:
    return course.root / "feedback" / student / level.name / f"{level.notebook}.html"


def write_pages(course: Course, level: Level, books: Books) -> tuple[int, list[str]]:
    """Write each page, whole or not at all: how many, and a sentence for each that failed."""
    judged = [
        one for one in v.verdicts(course, level, books) if one.outcome not in (v.WAITING, v.MISSING)
    ]
    if not judged:
        raise Mistake(f"nothing of {level.name} is graded: run `autograder grade {level.name}`.")
    by_hand, kept = books.by_hand(level.name), books.submissions(level.name)
    failed = []
    for one in judged:
        try:
            text = _page(course, level, one, by_hand.get(one.student, {}), kept[one.student])
        except Exception as error:  # of one notebook, which a person may have edited
            said = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            failed.append(f"no feedback for {one.student}: {said}")
            continue
        write(page_path(course, level, one.student), text)
    return len(judged) - len(failed), failed


def _page(course: Course, level: Level, one: v.Verdict, by_hand: dict, kept) -> str:
    from . import Marks, page

    marks = Marks(
        level.heading,
        one.student,
        one.score,
        one.max_score,
        one.late,
        min(kept.penalty, kept.score),
        by_hand,
    )
    if one.outcome == v.FAILED:
        return page(None, marks, one.reasons[0])
    return page(json.loads(read(v.autograded(course, level, one.student), course)), marks)

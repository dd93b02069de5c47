"""Whether the gradebook knows a level as it is now: then nbgrader need not be asked to release it.

nbgrader's converters take seconds. What they would enter can be told from the master and the
release: tests and given cells as in the master, answers with their stubs as in the release.
"""

from __future__ import annotations

import json
from pathlib import Path

from ..course import Level
from ..master import released
from .books import ANSWERED, GRADED, TASK, Books
from .clock import utc


def registered(books: Books, level: Level, master: str, release: Path) -> bool:
    """Whether nothing has to be entered; False also when that can't be told."""
    known = books.released(level.name, level.notebook)
    if known is None:
        return False
    due, cells = known
    if due != (utc(level.due) if level.due else None):
        return False
    try:
        given = json.loads(release.read_text(encoding="utf-8-sig"))["cells"]
        stubs = {released.grade_id(cell): released.text(cell) for cell in given}
        wanted = {
            released.grade_id(cell): _as_entered(cell, stubs)
            for cell in json.loads(master)["cells"]
            if _is_entered(cell)
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return False
    without_scheme = {
        name: (kind, locked, source if locked else _public(source), points, roles)
        for name, (kind, locked, source, points, roles) in cells.items()
    }
    return wanted == without_scheme


def _is_entered(cell: dict) -> bool:
    flags = released.data(cell)
    return released.locked(cell) or any(flags.get(key) for key in ("grade", "solution", "task"))


def _as_entered(cell: dict, stubs: dict[str, str]) -> tuple:
    flags = released.data(cell)
    locked = released.locked(cell)
    roles = {"grade": GRADED, "solution": ANSWERED, "task": TASK}
    graded = flags.get("grade") or flags.get("task")
    return (
        cell["cell_type"],
        locked,
        released.text(cell) if locked else stubs[released.grade_id(cell)],
        float(flags["points"]) if graded else None,
        frozenset(kind for key, kind in roles.items() if flags.get(key)),
    )


def _public(source: str) -> str:
    return released.public({"source": source})

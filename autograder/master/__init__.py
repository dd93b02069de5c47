"""A student's cells laid into the master notebook: each cell of the master once, in its order.

Students copy, delete, split, move, retag and convert cells. Only what they wrote where an answer
belongs counts; all else is the master's. Their own cells stand behind the cell that they followed.
"""

from __future__ import annotations

import bisect
import copy
import re
from dataclasses import dataclass, field

from .cells import Slot, joined, slots_of
from .match import Match
from .released import checksum, data, grade_id, plain, points, shown, text, without_hidden
from .remarks import remarks

__all__ = ["Cell", "Laid", "lay", "without_hidden"]

DROPPED = ("widgets", "shardlab")  # of a notebook's metadata


@dataclass
class Cell:
    """A cell to grade or to run.

    role    given: the master's code; solution; test; written: graded by hand; own: the student's
            extra code; text
    source  what counts: the student's for solution, written and own, else the master's
    """

    role: str
    name: str  # its grade_id
    source: str
    points: float  # of test and written
    reference: str  # of solution and written: the master's, with its solution
    node: dict  # its cell in the notebook, where outputs are put
    # of a given cell that was not locked: what the student made of it
    student_source: str | None = None


@dataclass
class Laid:
    """The notebook to autograde, its cells in order, and what an instructor should know."""

    notebook: dict
    cells: list[Cell] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def lay(master: dict, submitted: dict, released: dict | None = None) -> Laid:
    """The submission (as `submitted.read` gives it) laid into the master (the source notebook).

    `released` is the release; without it, what was released is derived from the master.
    """
    slots = slots_of(master, _shown(master, released))
    match = Match(slots, submitted["cells"])
    metadata = {k: v for k, v in master.get("metadata", {}).items() if k not in DROPPED}
    notebook = {"cells": [], "metadata": copy.deepcopy(metadata), "nbformat": 4}
    laid = Laid({**notebook, "nbformat_minor": 5})
    own = _Own(slots, match)
    laid.cells += own.after(-1)
    for slot in slots:
        laid.cells.append(_cell(slot, match))
        laid.cells += own.after(slot.index)
    laid.notebook["cells"] = [cell.node for cell in laid.cells]
    _name(slots, laid.cells)
    laid.remarks = remarks(slots, match)
    return laid


def _shown(master: dict, release: dict | None) -> list[str]:
    """Each cell of the master as students got it."""
    cells = (release or {}).get("cells", [])
    known = {grade_id(cell): text(cell) for cell in cells}
    return [known.get(grade_id(cell) or None, shown(cell)) for cell in master["cells"]]


def _cell(slot: Slot, match: Match) -> Cell:
    pieces = match.taken.get(slot.index, [])
    theirs, as_released = joined(slot, pieces), slot.shown
    cell = Cell(slot.role, slot.name, text(slot.cell), 0.0, "", _node(slot.cell))
    if slot.role in ("test", "written"):
        cell.points = points(slot.cell)
    if slot.role in ("solution", "written"):
        cell.reference = text(slot.cell)
    if slot.answer or slot.role == "written":
        cell.source = slot.shown
    if slot.answer and pieces:
        cell.source = theirs
        if slot.untouched(pieces):
            as_released = theirs  # the course's own stub, which the master can't tell
        pictures = {k: v for p in pieces for k, v in p.cell.get("attachments", {}).items()}
        if pictures and not slot.code:
            cell.node["attachments"] = pictures
    elif pieces and slot.role == "given" and not slot.locked:
        changed = plain(theirs) not in (plain(slot.shown), "")
        if changed and pieces[0].cell["cell_type"] == "code":
            cell.student_source = theirs
    cell.node["source"] = cell.source if cell.student_source is None else cell.student_source
    if data(slot.cell):
        known = {**data(slot.cell), "cell_type": slot.cell["cell_type"]}
        if slot.answer or slot.locked:
            known["checksum"] = checksum(slot.cell, as_released)
        cell.node["metadata"]["nbgrader"] = known
    return cell


def _node(cell: dict) -> dict:
    """A fresh cell with the master's metadata."""
    node = {key: copy.deepcopy(cell.get(key, {})) for key in ("id", "cell_type", "metadata")}
    if cell["cell_type"] != "code" and isinstance(cell.get("attachments"), dict):
        node["attachments"] = copy.deepcopy(cell["attachments"])
    return node | ({"outputs": [], "execution_count": None} if cell["cell_type"] == "code" else {})


class _Own:
    """The student's own cells, each behind the cell of the master that it followed."""

    def __init__(self, slots: list[Slot], match: Match):
        self.behind: dict[int, list[Cell]] = {}
        places = sorted((place, index) for index, place in match.at.items())
        for piece in match.own:
            at = bisect.bisect(places, (piece.index, len(slots))) - 1
            anchor = places[at][1] if at >= 0 else -1
            self.behind.setdefault(anchor, []).append(self._cell(piece))

    @staticmethod
    def _cell(piece) -> Cell:
        kind = piece.cell["cell_type"]
        node = {"id": None, "cell_type": kind, "metadata": {}, "source": piece.source}
        if kind == "code":
            node |= {"outputs": [], "execution_count": None}
            return Cell("own", "", piece.source, 0.0, "", node)
        if piece.cell.get("attachments"):
            node["attachments"] = piece.cell["attachments"]
        return Cell("text", "", piece.source, 0.0, "", node)

    def after(self, index: int) -> list[Cell]:
        return self.behind.get(index, [])


def _name(slots: list[Slot], cells: list[Cell]) -> None:
    """Ids: the master's, and own-1, own-2, ... for the student's."""
    used, number, nth = set(), 0, 0
    for cell in cells:
        if cell.node["id"] is None:
            continue
        number += 1
        wish = cell.node["id"]
        if not (isinstance(wish, str) and re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", wish)):
            wish = f"cell-{number}"
        while wish in used:
            wish = f"{wish[:60]}-{number}"
        used.add(wish)
        cell.node["id"] = wish
    for cell in cells:
        while cell.node["id"] is None:
            nth += 1
            cell.node["id"] = f"own-{nth}" if f"own-{nth}" not in used else None

"""What an instructor is told about a submission that was not as released: a sentence a kind."""

from __future__ import annotations

import bisect

from . import released
from .cells import Piece, Slot, joined
from .match import Match

SAYINGS = {
    "copied": "there more than once; one counts, the last that differs from the release",
    "split": "split in parts; joined",
    "merged": "left without an answer, which stands in the cell of another exercise; taken there",
    "retagged": "tagged as another cell; known by the names in it",
    "untagged": "without its grade_id; known by its names, place or text",
    "retyped": "turned into another type; turned back",
    "edited": "locked but edited; used as released",
    "stale": "made from another release; used as it is now",
    "beside": "left as released, but a cell of the student's stands behind: look there",
    "missing": "missing; put back as released",
    "moved": "moved; put back in its order",
}


UNTAGGED = "The notebook has lost nbgrader's metadata; its cells were known by their text."


def remarks(slots: list[Slot], match: Match) -> list[str]:
    notes = match.notes
    for slot in slots:
        pieces = match.taken.get(slot.index)
        if not slot.name:
            continue
        if pieces is None:
            notes["missing"].append(slot.name)
            continue
        if any((p.cell["cell_type"] == "code") != slot.code for p in pieces):
            notes["retyped"].append(slot.name)
        elif slot.locked and not _as_released(slot, pieces):
            stale = released.untouched(pieces[0].cell) and pieces[0].claim == slot.name
            notes["stale" if stale else "edited"].append(slot.name)
    notes["moved"] += [name for name in _moved(slots, match) if name not in notes["copied"]]
    notes["beside"] += [slot.name for slot in slots if _answered_beside(slot, match)]
    sentences = []
    if match.pieces and not any(piece.claim in match.by_name for piece in match.pieces):
        notes["untagged"].clear()
        if match.by_name:
            sentences = [UNTAGGED]
    sentences += [_sentence(notes[kind], saying) for kind, saying in SAYINGS.items()]
    strange = sum(bool(piece.claim) and piece.claim not in match.by_name for piece in match.own)
    if strange:
        what = "1 cell has a grade_id" if strange == 1 else f"{strange} cells have grade_ids"
        sentences.append(f"{what.capitalize()} that the master lacks: made from another release?")
    return [sentence for sentence in sentences if sentence]


def _as_released(slot: Slot, pieces: list[Piece]) -> bool:
    whole = released.text(slot.cell)
    if "AUTOTEST" in whole:  # nbgrader writes other lines in its place, which can't be told here
        return True
    return released.plain(joined(slot, pieces)) in map(released.plain, (slot.shown, whole))


def _answered_beside(slot: Slot, match: Match) -> bool:
    """Whether a written answer is a stub, which nbgrader gives 0, with a student's cell behind."""
    pieces = match.taken.get(slot.index)
    if slot.role != "written" or not slot.answer or not pieces or not slot.untouched(pieces):
        return False
    behind = pieces[-1].index + 1
    return any(piece.index == behind for piece in match.own)


def _moved(slots: list[Slot], match: Match) -> list[str]:
    """The named cells that are not in the longest run of cells in the master's order."""
    ends: list[int] = []  # the least place at which a run of each length ends, and its cell
    lasts: list[int] = []
    before: dict[int, int | None] = {}
    for index in sorted(match.at):
        at = bisect.bisect_left(ends, match.at[index])
        before[index] = lasts[at - 1] if at else None
        ends[at : at + 1], lasts[at : at + 1] = [match.at[index]], [index]
    kept, last = set(), lasts[-1] if lasts else None
    while last is not None:
        kept.add(last)
        last = before[last]
    return [slots[i].name for i in sorted(match.at) if i not in kept]


def _sentence(names: list[str], what: str) -> str:
    """`Cell a was ...`, or `Cells a, b, c and 4 more were ...`."""
    names = [name for name in dict.fromkeys(names) if name]
    if not names:
        return ""
    if len(names) == 1:
        return f"Cell {names[0]} was {what}."
    listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    if len(names) <= 3:
        listed = ", ".join(names[:-1]) + f" and {names[-1]}"
    return f"Cells {listed} were {what}."

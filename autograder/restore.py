"""A submitted notebook set right against the master: graded cells as released, each exactly once.

Students copy, delete, retag and rename cells. What nbgrader grades by is the metadata of a cell,
and one stray copy of a test is enough to stop its whole batch. So before grading, the metadata of
each released cell is put back, copies lose theirs, and missing cells return to their place.
"""

from __future__ import annotations

from dataclasses import dataclass

from .released import without_hidden


@dataclass(frozen=True)
class Released:
    """A cell as it was released: its grade_id, nbgrader metadata (with checksum), and source."""

    name: str
    cell_type: str
    metadata: dict
    source: str


def restore(nb, master: list[Released], new_cell) -> list[str]:
    """Set `nb` right in place; returns the remarks, one sentence each.

    `master` lists the released cells in the notebook's order; `new_cell(released)` makes a cell.
    """
    known = {cell.name: cell for cell in master}
    copied = _drop_copies_and_strangers(nb, known)
    places = {_grade_id(cell): i for i, cell in enumerate(nb.cells) if _grade_id(cell)}
    retyped, edited = [], []
    for name, index in places.items():
        cell, old = nb.cells[index], known[name]
        cell.metadata["nbgrader"] = dict(old.metadata)
        # a tag can keep a test from running
        cell.metadata.pop("tags", None)
        if cell.cell_type != old.cell_type:
            retyped.append(name)
        elif not old.metadata["solution"]:
            as_seen, _ = without_hidden(old.source)
            edited += [name] if cell.source not in (as_seen, old.source) else []
    missing = [cell for cell in master if cell.name not in places]
    for old in missing:
        before = {cell.name for cell in master[: master.index(old)]}
        at = max((i for i, c in enumerate(nb.cells) if _grade_id(c) in before), default=-1)
        nb.cells.insert(at + 1, new_cell(old))
    remarks = [
        _remark(copied, "there more than once; the last one counts"),
        _remark(retyped, "turned into another type; turned back"),
        _remark(edited, "locked but edited; used as released"),
        _remark([cell.name for cell in missing], "missing; put back as released"),
    ]
    return [sentence for sentence in remarks if sentence]


def _remark(names: list[str], what: str) -> str:
    """`cell a was ...`, or `cells a, b, c and 4 more were ...`."""
    if not names:
        return ""
    listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"cell {listed} was {what}." if len(names) == 1 else f"cells {listed} were {what}."


def _drop_copies_and_strangers(nb, known: dict[str, Released]) -> list[str]:
    """Of several cells with one grade_id the last counts; unknown ones are ordinary cells.

    Returns the names that were there more than once.
    """
    copied, seen = [], set()
    for cell in reversed(nb.cells):
        name = _grade_id(cell)
        if name in known and name not in seen:
            seen.add(name)
            continue
        if name in seen:
            copied.append(name)
        cell.metadata.pop("nbgrader", None)
    return list(dict.fromkeys(reversed(copied)))


def _grade_id(cell) -> str | None:
    data = cell.metadata.get("nbgrader")
    name = data.get("grade_id") if isinstance(data, dict) else None
    return name if isinstance(name, str) and name else None

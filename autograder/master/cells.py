"""The cells of a master and of a submission, with what they are known by.

A `Slot` is a cell of the master, a `Piece` one of the submission.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from . import released
from .likeness import features
from .names import Names, names

FENCE = re.compile(r"^```[^\n]*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)


@dataclass
class Piece:
    """A cell of the submission."""

    index: int
    cell: dict
    claim: str  # its grade_id
    wanted: re.Pattern  # the names that tell exercises apart

    @cached_property
    def source(self) -> str:
        return released.text(self.cell)

    @property
    def code(self) -> str:
        """Its Python; of a cell that was turned into text, what stands in code fences, or all."""
        if self.cell["cell_type"] == "code":
            return self.source
        return "\n".join(FENCE.findall(self.source)) or self.source

    @cached_property
    def plain(self) -> str:
        return released.plain(self.source)

    @cached_property
    def names(self) -> Names:
        return names(self.code) if self.wanted.search(self.code) else Names()

    @cached_property
    def features(self) -> Counter:
        return features(self.source)


@dataclass
class Slot:
    """A cell of the master. `own` are the names that no other answer of the master binds."""

    index: int
    cell: dict
    shown: str  # as released
    role: str = ""
    name: str = ""
    answer: bool = False  # what the student writes in it counts
    own: set[str] = field(default_factory=set)
    defined: set[str] = field(default_factory=set)  # those of them that `def` or `class` binds

    def __post_init__(self):
        self.role, self.name = released.role(self.cell), released.grade_id(self.cell)
        flags = released.data(self.cell)
        task = flags.get("task") and not flags.get("locked")
        self.answer = bool(flags.get("solution") or task)
        self.locked = released.locked(self.cell) or (self.role == "written" and not self.answer)
        self.code = self.cell["cell_type"] == "code"
        self.frame = released.frame(self.cell) if flags.get("solution") else [[], []]

    @cached_property
    def texts(self) -> list[Counter]:
        """What its cell may look like: as released, or solved."""
        return [features(self.shown), features(released.public(self.cell))]

    def untouched(self, pieces: list[Piece]) -> bool:
        """Whether the pieces hold nothing but what was released."""
        source = joined(self, pieces)
        if len(source) > released.LONGEST_STUB + 2 * len(self.shown):
            return False
        if released.plain(source) == released.plain(self.shown):
            return True
        if len(pieces) == 1 and pieces[0].claim == self.name and released.untouched(pieces[0].cell):
            return True
        if released.data(self.cell).get("solution"):
            return released.is_stub(source, self.frame)
        return not source.strip()

    def bound_by(self, found: Names) -> bool:
        """Whether these names are plainly those of this exercise."""
        if self.defined:
            return bool(self.defined & set(found.others))
        return bool(self.own) and self.own <= set(found.others)


def joined(slot: Slot, pieces: list[Piece]) -> str:
    return "\n".join(piece.code if slot.code else piece.source for piece in pieces)


def slots_of(master: dict, shown: list[str]) -> list[Slot]:
    pairs = zip(master["cells"], shown, strict=True)
    slots = [Slot(i, cell, text) for i, (cell, text) in enumerate(pairs)]
    bound = [names(released.text(s.cell)) if s.answer and s.code else Names() for s in slots]
    times = defaultdict(int)
    for found in bound:
        for name in found.others:
            times[name] += 1
    for slot, found in zip(slots, bound, strict=True):
        slot.own = {name for name in found.others if times[name] == 1}
        slot.defined = slot.own & set(found.defined)
    return slots

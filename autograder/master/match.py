"""Which submitted cell is which cell of the master: by text, by grade_id, by names, by place.

What was released locked is known by its text; an answer by its grade_id, unless the names that it
binds are plainly those of another exercise; what carries no grade_id by its names, its place
between known neighbours, and likeness.
"""

from __future__ import annotations

import re
from collections import defaultdict

from . import released
from .cells import Piece, Slot
from .likeness import best, likeness

ALIKE = 0.6  # so much of a text is left in an edited one
MOST_COMPARED = 200  # cells that one cell is compared with
MOST_PARTS = 10  # of a cell that was split


class Match:
    """`taken`: slot -> its pieces; `at`: slot -> its place in the submission; `own`: the others.

    `notes` says what is worth a remark: kind -> names of cells.
    """

    def __init__(self, slots: list[Slot], cells: list[dict]):
        self.slots = slots
        self.by_name = {slot.name: slot for slot in reversed(slots) if slot.name}
        own = "|".join(sorted(re.escape(name) for slot in slots for name in slot.own))
        wanted = re.compile(own or r"\w")
        self.pieces = [Piece(i, c, released.grade_id(c), wanted) for i, c in enumerate(cells)]
        self.free = {piece.index: piece for piece in self.pieces}
        self.taken: dict[int, list[Piece]] = {}
        self.at: dict[int, int] = {}
        self.notes: dict[str, list[str]] = defaultdict(list)
        self._by_text()
        self._by_claim()
        self._by_names()
        self._by_place()
        self._shadowed()
        self._rest()

    def _missing(self, answer: bool) -> list[Slot]:
        return [s for s in self.slots if s.answer == answer and s.index not in self.at]

    def _take(self, slot: Slot, pieces: list[Piece]) -> None:
        self.taken[slot.index], self.at[slot.index] = pieces, pieces[0].index
        for piece in pieces:
            self.free.pop(piece.index, None)

    def _drop(self, piece: Piece, slot: Slot) -> None:
        self.free.pop(piece.index, None)
        self.notes["copied"].append(slot.name)

    def _by_text(self) -> None:
        """What was released and is no answer: found by its text, whatever its metadata says."""
        slots, pieces = defaultdict(list), defaultdict(list)
        for slot in self.slots:
            if not slot.answer:
                both = (released.plain(slot.shown), released.plain(released.text(slot.cell)))
                for text in dict.fromkeys(both):
                    slots[text].append(slot)
        for piece in self.pieces:
            if piece.plain in slots and piece.plain:
                pieces[piece.plain].append(piece)
        for text, found in pieces.items():
            there = [slot for slot in slots[text] if slot.index not in self.at]
            claimed = [(s, p) for s in there for p in found if s.name and p.claim == s.name]
            for slot, piece in claimed:
                if slot.index not in self.at and piece.index in self.free:
                    self._take(slot, [piece])
            there = [slot for slot in there if slot.index not in self.at]
            left = [piece for piece in found if piece.index in self.free]
            for slot, piece in zip(there, left, strict=False):
                self._take(slot, [piece])
            for piece in left[len(there) :]:
                first = slots[text][0]
                if first.locked or first.role != "given":  # a copy of a test must not run
                    self._drop(piece, first)

    def _by_claim(self) -> None:
        claimed = defaultdict(list)
        for piece in list(self.free.values()):
            slot = self.by_name.get(piece.claim)
            if slot is None:
                continue
            other = self._plainly(piece, slot)
            if other is not None:
                self.notes["retagged"].append(other.name)
                claimed[other.index].append(piece)
            elif slot.answer:
                claimed[slot.index].append(piece)
            elif slot.index not in self.at:
                self._take(slot, [piece])
            elif likeness(piece.features, slot.texts[0]) >= ALIKE:
                self._drop(piece, slot)
        for index, pieces in sorted(claimed.items()):
            self._choose(self.slots[index], pieces)

    def _plainly(self, piece: Piece, slot: Slot) -> Slot | None:
        """The other exercise whose names the piece binds, while it binds none of its own."""
        if piece.cell["cell_type"] != "code" or slot.own & set(piece.names.others):
            return None
        if not slot.answer and likeness(piece.features, slot.texts[0]) >= ALIKE:
            return None  # a test may bind them too, to take an answer away for a while
        found = (s for s in self.slots if s.answer and s.code and s.bound_by(piece.names))
        return next((s for s in found if s is not slot), None)

    def _choose(self, slot: Slot, pieces: list[Piece]) -> None:
        """Of several copies the last that differs from the release; parts of one are joined."""
        if slot.code and any(slot.own & set(piece.names.others) for piece in pieces):
            # a text that got this cell's metadata answers something else
            pieces = [p for p in pieces if p.cell["cell_type"] == "code" or p.names.others]
        copies: list[list[Piece]] = []
        for piece in pieces:
            if copies and self._goes_on(slot, copies[-1], piece):
                copies[-1].append(piece)
            else:
                copies.append([piece])
        differ = [copy for copy in copies if not slot.untouched(copy)]
        counts = (differ or copies)[-1]
        for copy in copies:
            for piece in copy if copy is not counts else ():
                if slot.code or copy not in differ:  # a text that doesn't count can stay
                    self.free.pop(piece.index)
        if len(copies) > 1:
            self.notes["copied"].append(slot.name)
        if len(counts) > 1:
            self.notes["split"].append(slot.name)
        self._take(slot, counts)

    @staticmethod
    def _goes_on(slot: Slot, before: list[Piece], piece: Piece) -> bool:
        """Whether the piece is the next part of a cell that was split, rather than a copy."""
        if not slot.own or any(slot.untouched([part]) for part in (before[-1], piece)):
            return False
        if len(before) == MOST_PARTS:
            return False
        bound = {name for part in before for name in part.names.others}
        return not slot.own & bound & set(piece.names.others)

    def _by_names(self) -> None:
        for slot in self._missing(answer=True):
            if not slot.code:
                continue
            low, high = self._gap(slot)
            found = [
                (not slot.untouched([p]), low < p.index < high, p)
                for p in self.free.values()
                if p.cell["cell_type"] == "code" and slot.bound_by(p.names)
            ]
            if found:
                piece = max(found, key=lambda entry: entry[:2])[2]
                self.notes["untagged"].append(slot.name)
                self._take(slot, [piece])

    def _gap(self, slot: Slot) -> tuple[int, int]:
        """The places in the submission between the slot's known neighbours."""
        known = sorted(self.at)
        low = next((self.at[i] for i in reversed(known) if i < slot.index), -1)
        after = (self.at[i] for i in known if i > slot.index and self.at[i] > low)
        return low, next(after, len(self.pieces))

    def _pool(self, slot: Slot) -> list[Piece]:
        low, high = self._gap(slot)
        seen = set(self.at.values())
        inside = (self.free[i] for i in range(low + 1, high) if i in self.free and i not in seen)
        return [piece for piece in inside if piece.plain][:MOST_COMPARED]

    def _by_place(self) -> None:
        for slot in self._missing(answer=False):
            pool = [p for p in self._pool(slot) if p.cell["id"] == slot.cell.get("id")]
            found = best(pool, slot.texts, 0.3) or best(self._pool(slot), slot.texts, ALIKE)
            if found and slot.role == "text":  # the student's version stays, beside the released
                self.at[slot.index] = found.index
            elif found:
                self._take(slot, [found])
        for slot in self._missing(answer=True):
            pool = self._pool(slot)
            same = [p for p in pool if (p.cell["cell_type"] == "code") == slot.code]
            found = best(pool, slot.texts, ALIKE if slot.code else 0.4)
            if found:
                self._untagged(slot, found)
            elif same and not slot.own:  # any text can be an answer
                self._untagged(slot, same[0])
        for slot in self._missing(answer=True):
            pool = [piece for piece in self.free.values() if piece.plain][:MOST_COMPARED]
            found = best(pool, slot.texts, ALIKE)
            if found:
                self._untagged(slot, found)

    def _untagged(self, slot: Slot, piece: Piece) -> None:
        self.notes["untagged"].append(slot.name)
        self._take(slot, [piece])

    def _shadowed(self) -> None:
        """A function that stands elsewhere while its own cell is a stub, which would undo it."""
        answered = {
            index: found
            for index, found in self.taken.items()
            if self.slots[index].answer and not self.slots[index].untouched(found)
        }
        for slot in self.slots:
            if not (slot.answer and slot.code and slot.own) or slot.index in answered:
                continue
            there = self.at.get(slot.index)
            free = [p for p in self.free.values() if p.cell["cell_type"] == "code"]
            binding = [p for p in free if slot.defined and slot.bound_by(p.names)]
            if there is not None and any(p.index > there for p in binding):
                continue  # it runs after the stub
            if binding:
                self._untagged(slot, [p for p in binding if p.index < there][-1])
                continue
            for found in answered.values():
                bound = {name for piece in found for name in piece.names.others}
                if (slot.defined or there is None) and slot.own <= bound:
                    self.taken[slot.index] = found
                    self.notes["merged"].append(slot.name)
                    break

    def _rest(self) -> None:
        frames = [slot.frame for slot in self.slots if slot.answer and slot.code]
        self.own = [
            piece
            for piece in self.free.values()
            if piece.plain and not any(released.is_stub(piece.source, frame) for frame in frames)
        ]

"""Which cells of a notebook an exercise needs, so that a variant of it is judged in little time."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from functools import lru_cache

from ..master.names import names
from ..master.released import text


def needed(
    cells: list[dict], own: Container[int], solution_of: Callable[[dict], str | None]
) -> list[int]:
    """The places `own`, and those of all other cells that these may rest on.

    `solution_of` names the exercise whose solution a cell is, None where it is none.

    Left out are other exercises' solutions that bind no name which occurs in what is kept, and
    demonstrations of them: cells that mention what a solution binds, and bind nothing that is
    needed either.
    """
    wanted = set().union(*(_words(text(cell)) for at, cell in enumerate(cells) if at in own))
    solved = set().union(*(_bound(text(cell)) for cell in cells if solution_of(cell)))
    kept = []
    for at in reversed(range(len(cells))):
        cell, source = cells[at], text(cells[at])
        if at not in own:
            beside = solution_of(cell) or not solved.isdisjoint(_words(source))
            if beside and wanted.isdisjoint(_bound(source)):
                continue
            wanted |= _words(source)
        kept.append(at)
    return kept[::-1]


@lru_cache(4096)
def _words(source: str) -> frozenset[str]:
    """Every name that stands in a cell, in its strings and comments as well."""
    return frozenset(re.findall(r"[^\W\d]\w*", source))


def _bound(source: str) -> set[str]:
    found = names(source)
    return {*found.imports, *found.others, *found.touched}

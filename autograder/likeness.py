"""How alike two cells are, from 0 to 1, at a cost that no submission can drive up."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher

TOKENS = 300  # of each text; what comes after doesn't tell more
_TOKEN = re.compile(r"\w+|[^\w\s]")


def tokens(source: str) -> list[str]:
    return _TOKEN.findall(source[: 20 * TOKENS])[:TOKENS]


def at_most(one: list[str], other: list[str]) -> float:
    """What `likeness` can't exceed: tokens in common, in whatever order. Cheap."""
    if not one or not other:
        return 0.0
    common = sum((Counter(one) & Counter(other)).values())
    return 2 * common / (len(one) + len(other))


def likeness(one: list[str], other: list[str]) -> float:
    if not one or not other:
        return 0.0
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def best(pool: list, wanted: list[list[str]], least: float):
    """The (likeness, item) of the item most like one of `wanted`; None if all fall below `least`.

    The items have `tokens`; of equal ones the first counts.
    """
    bounds = [(max(at_most(item.tokens, text) for text in wanted), item) for item in pool]
    likely = sorted((b for b in bounds if b[0] >= least), key=lambda b: -b[0])[:5]
    rated = [(max(likeness(item.tokens, text) for text in wanted), item) for _, item in likely]
    rated = [entry for entry in rated if entry[0] >= least]
    return max(rated, key=lambda entry: entry[0]) if rated else None

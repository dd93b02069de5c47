"""How alike two cells are, from 0 to 1, at a cost that grows with their length and no faster.

Counted are the words and signs that both have, and the pairs of neighbours among them; an exact
alignment takes quadratic time, which a submission made for that purpose could turn into minutes.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

LONGEST = 6000  # characters; what comes after hardly tells more
_TOKEN = re.compile(r"\w+|[^\w\s]")


def features(source: str) -> Counter:
    tokens = _TOKEN.findall(source[:LONGEST])
    return Counter(tokens) + Counter(pairwise(tokens))


def likeness(one: Counter, other: Counter) -> float:
    total = one.total() + other.total()
    few, many = sorted((one, other), key=len)
    common = sum(min(count, many[item]) for item, count in few.items() if item in many)
    return 2 * common / total if total else 0.0


def best(pool: list, wanted: list[Counter], least: float):
    """The item of the pool most like one of `wanted`, the first of equals; None below `least`."""
    rated = [(max(likeness(item.features, text) for text in wanted), item) for item in pool]
    rated = [entry for entry in rated if entry[0] >= least]
    return max(rated, key=lambda entry: entry[0])[1] if rated else None

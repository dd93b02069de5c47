"""How the benchmarks time: things that are compared take turns, and the best round counts."""

from time import perf_counter
from typing import NamedTuple


class Row(NamedTuple):
    """A figure, and the most that it should be, if there is such a bound."""

    what: str
    value: float
    unit: str = ""
    at_most: float | None = None

    @property
    def met(self):
        return None if self.at_most is None else self.value <= self.at_most


def taking_turns(things, rounds):
    """The best seconds of each of `things` (name -> a call without arguments)."""
    best = dict.fromkeys(things, float("inf"))
    for _ in range(rounds):
        for name, call in things.items():
            start = perf_counter()
            call()
            best[name] = min(best[name], perf_counter() - start)
    return best

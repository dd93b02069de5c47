"""How quickly explorers follow their controls: a walk over the settings, a redraw at each step."""

import random
from time import perf_counter

import ipywidgets
import numpy as np

from benchmarks.timing import Row
from shardlab import explore

NAMES = ("split", "bubble", "ring", "pipeline", "memory", "scaling", "mesh", "stragglers")
MOVES, ROUNDS = 150, 3
LONGEST = 100  # ms, at the 95th percentile


def measure():
    for name in NAMES:
        half, most = np.percentile(redraws(name), [50, 95])
        yield Row(f"explore.{name}(): a redraw, p50", half, "ms")
        yield Row("… p95 over its settings", most, "ms", LONGEST)


def redraws(name):
    """Milliseconds of each redraw on a walk, the best of several walks alike.

    Each walk begins with both ends of every control, then moves one at random.
    """
    walks = []
    for _ in range(ROUNDS):
        _forget()
        walks.append(list(_walk(name)))
    return np.min(walks, axis=0)


def _walk(name):
    chance, box = random.Random(name), getattr(explore, name)()
    controls = box.children[:-1]
    ends = [(control, end) for control in controls for end in (0, -1)]
    for control, end in ends + [(None, None)] * MOVES:
        control = control or chance.choice(controls)
        values = [value for value in _values(control) if value != control.value]
        if values:
            value = values[end] if end is not None else chance.choice(values)
            start = perf_counter()
            control.value = value
            yield 1000 * (perf_counter() - start)


def _values(control):
    if isinstance(control, ipywidgets.IntSlider):
        return range(control.min, control.max + 1)
    return [o[1] if isinstance(o, tuple) else o for o in control.options]


def _forget():
    """Empty what views remember of settings seen before, so that a walk finds nothing there."""
    for view in (
        explore.ring_view,
        explore.pipeline_view,
        explore.memory_view,
        explore.scaling_view,
    ):
        for thing in view.__globals__.values():
            if hasattr(thing, "cache_clear") and thing.__module__ == view.__module__:
                thing.cache_clear()

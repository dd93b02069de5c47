"""Schedules of a pipeline: idle time, and the activations that each stage holds.

No schedule is written down here, only a bound for the whole pipeline: how many micro-batches a
stage may hold more than the stage after it. Each stage that is free does the next forward pass if
it is there and within the bound, else the next backward pass, else what it has put off.
"""

from collections import deque
from functools import lru_cache
from heapq import heappop, heappush
from itertools import product
from math import inf
from typing import NamedTuple

from shardlab import draw
from shardlab.explore.controls import (
    buttons,
    counts,
    explorer,
    numbers,
    one_of,
    paragraph,
    slider,
    steps,
)
from shardlab.pipeline import Operation, Timeline


class Rule(NamedTuple):
    """What makes a schedule.

    more      how many forward passes a stage may hold more than the stage after it
    last      how many the last stage may hold, in its last chunk
    chunks    parts of a stage's layers; D micro-batches go through one, then through the next
    put_off   whether the gradients of the weights may wait
    """

    more: float
    last: float = 1
    chunks: int = 1
    put_off: bool = False


RULES = {
    "GPipe": Rule(more=inf, last=inf),
    "1F1B": Rule(more=1),
    "interleaved": Rule(more=2, chunks=2),
    "zero bubble": Rule(more=2, put_off=True),
}
FORWARD = 1.0  # time of a forward pass through a whole stage


def pipeline():
    """Choose stages, micro-batches, schedule and the cost of B; see idle time and memory."""
    controls = [
        slider("stages D", 4, 1, 8),
        slider("micro-batches M", 8, 1, 24),
        buttons("schedule", list(RULES)),
        steps("backward : forward", 2.0, [(f"{ratio:g}", ratio) for ratio in (1.0, 1.5, 2.0, 3.0)]),
    ]
    return explorer(controls, pipeline_view)


def pipeline_view(stages, micro_batches, schedule, ratio=2.0):
    """HTML: a schedule of D stages and M micro-batches, executed, and what its stages hold.

    schedule   "GPipe", "1F1B", "interleaved" (two chunks of layers on each stage) or "zero bubble"
               (the gradients of the weights may wait, W apart from B)
    ratio      time of a backward pass, W included, over that of a forward pass
    """
    sizes = {"stages": stages, "micro_batches": micro_batches}
    stages, micro_batches = counts("pipeline_view", most=64, **sizes)
    (schedule,) = one_of("pipeline_view", RULES, schedule=schedule)
    (ratio,) = numbers("pipeline_view", least=0.01, most=100, ratio=ratio)
    timeline = _execute(stages, micro_batches, schedule, ratio)
    rule = RULES[schedule]
    held = [peak / rule.chunks for peak in timeline.peak_activations]
    bars = draw.bars(
        [{"activations": count} for count in held],
        title="activations held at most, in micro-batches of a stage's layers",
        say=lambda count: f"{count:g}",
        name="stage",
    )
    said = (
        f"{schedule}, D = {stages}, M = {micro_batches}: {timeline.length:g} forward passes long. "
        f"Idle: {timeline.idle_fraction:.3f} of the total time, {timeline.idle_over_ideal:.3f} of "
        f"the ideal time. Stage 0 holds {held[0]:g} micro-batches at most, the last stage "
        f"{held[-1]:g}."
    )
    if rule.put_off:
        said += (
            " From its own first pass to its last, no stage is idle for more than "
            f"{max(timeline.idle_within):g}: the rest is the staggered start and end."
        )
    return draw.timeline(timeline)._repr_html_() + bars._repr_html_() + paragraph(said)


@lru_cache(maxsize=64)
def _execute(D, M, schedule, ratio):
    """The `Timeline` of what the stages do when they follow the rule."""
    rule = RULES[schedule]
    cost = {"F": FORWARD / rule.chunks, "B": ratio * FORWARD / rule.chunks}
    if rule.put_off:
        cost |= {"B": cost["B"] / 2, "W": cost["B"] / 2}
    stages = _Stages(D, M, rule, cost)
    stages.work()
    return Timeline(stages.now, stages.passes, stages.starts, cost)


class _Stages:
    """Stages that work, each on the next pass that it may do; `now` is the time."""

    def __init__(self, D, M, rule, cost):
        self._D, self._rule, self._cost = D, rule, cost
        # micro-batches go through chunks in groups of D; the last chunk comes back first
        turns = sorted(product(range(M), range(rule.chunks)), key=lambda t: (t[0] // D, t[1]))
        back = sorted(turns, key=lambda t: (t[0] // D, -t[1]))
        ways = {"F": turns, "B": back, "W": back} if rule.put_off else {"F": turns, "B": back}
        self._coming = [{kind: deque(way) for kind, way in ways.items()} for _ in range(D)]
        self._held = [0] * D  # forward passes, by stage
        self._done = set()  # (kind, micro-batch, place on the way through all chunks)
        self.now, self.passes, self.starts = 0, [[] for _ in range(D)], [[] for _ in range(D)]

    def work(self):
        idle, under_way = set(range(self._D)), []
        while True:
            for stage in sorted(idle, reverse=True):
                if found := self._next(stage):
                    idle.remove(stage)
                    self.passes[stage].append(found)
                    self.starts[stage].append(self.now)
                    heappush(under_way, (self.now + self._cost[found.kind], stage, found))
            if not under_way:
                return
            self.now = under_way[0][0]
            while under_way and under_way[0][0] == self.now:
                _, stage, (kind, index, chunk) = heappop(under_way)
                idle.add(stage)
                self._done.add((kind, index, chunk * self._D + stage))
                self._held[stage] -= kind == "B"

    def _next(self, stage):
        for kind, coming in self._coming[stage].items():
            full = kind == "F" and self._held[stage] >= self._bound(stage)
            if coming and not full and self._is_there(kind, stage, *coming[0]):
                self._held[stage] += kind == "F"
                return Operation(kind, *coming.popleft())
        return None

    def _bound(self, stage):
        if stage + 1 == self._D:
            return self._rule.last + (self._rule.chunks - 1) * self._D
        return self._held[stage + 1] + self._rule.more

    def _is_there(self, kind, stage, index, chunk):
        """Has what this pass needs been done?"""
        place, last = chunk * self._D + stage, self._rule.chunks * self._D - 1
        if kind == "F":
            return place == 0 or ("F", index, place - 1) in self._done
        if kind == "W":
            return ("B", index, place) in self._done
        before = place == last or ("B", index, place + 1) in self._done
        return before and ("F", index, place) in self._done

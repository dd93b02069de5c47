"""Schedules of a pipeline: idle time, and the activations that each stage holds.

No schedule is written down here. A schedule is a limit: how many forward passes a stage may be
ahead of its backward passes. Every stage does the next forward pass if it is there and the limit
allows it, else the next backward pass, else what it has put off. What comes of it is executed.
"""

from collections.abc import Callable
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
from shardlab.pipeline import B, F, W, simulate


class Rule(NamedTuple):
    """What makes a schedule: how many passes stage s of D may hold, in how many chunks it has its
    layers, and whether it may put off the gradients of the weights."""

    limit: Callable
    chunks: int = 1
    put_off: bool = False


RULES = {
    "GPipe": Rule(lambda D, s: inf),
    "1F1B": Rule(lambda D, s: D - s),
    "interleaved": Rule(lambda D, s: 3 * D - 2 * s - 1, chunks=2),
    "zero bubble": Rule(lambda D, s: 2 * (D - s) - 1, put_off=True),
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
    counts("pipeline_view", most=64, stages=stages, micro_batches=micro_batches)
    one_of("pipeline_view", RULES, schedule=schedule)
    numbers("pipeline_view", least=0.01, most=100, ratio=ratio)
    timeline = _execute(int(stages), int(micro_batches), schedule, float(ratio))
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
    forward, backward = FORWARD / rule.chunks, ratio * FORWARD / rule.chunks
    cost = {"F": forward, "B": backward, "W": backward}
    if rule.put_off:
        cost |= {"B": backward / 2, "W": backward / 2}
    done = _Stages(D, M, rule, cost).run()
    return simulate(done, forward=cost["F"], backward=cost["B"], weight=cost["W"])


class _Stages:
    """Stages that work, each on the next operation that it may do."""

    def __init__(self, D, M, rule, cost):
        self._D, self._rule, self._cost = D, rule, cost
        # micro-batches go through chunks in groups of D; the last chunk comes back first
        turns = sorted(product(range(M), range(rule.chunks)), key=lambda t: (t[0] // D, t[1]))
        back = sorted(turns, key=lambda t: (t[0] // D, -t[1]))
        self._queues = [
            {
                "F": [F(i, chunk) for i, chunk in turns],
                "B": [B(i, chunk) for i, chunk in back],
                "W": [W(i, chunk) for i, chunk in back] if rule.put_off else [],
            }
            for _ in range(D)
        ]
        for queue in (queue for own in self._queues for queue in own.values()):
            queue.reverse()  # the next one is at the end
        self._held = [0] * D
        self._done = set()  # (kind, micro-batch, place on the way through all chunks)
        self.order = [[] for _ in range(D)]

    def run(self):
        """The operations of each stage, in the order in which it did them."""
        idle, under_way, now = set(range(self._D)), [], 0
        while True:
            for stage in sorted(idle):
                operation = self._next(stage)
                if operation:
                    idle.remove(stage)
                    self.order[stage].append(operation)
                    heappush(under_way, (now + self._cost[operation.kind], stage, operation))
            if not under_way:
                return self.order
            now = under_way[0][0]
            while under_way and under_way[0][0] == now:
                _, stage, (kind, index, chunk) = heappop(under_way)
                idle.add(stage)
                self._done.add((kind, index, chunk * self._D + stage))
                self._held[stage] -= kind == "B"

    def _next(self, stage):
        for kind, queue in self._queues[stage].items():
            full = kind == "F" and self._held[stage] >= self._rule.limit(self._D, stage)
            if queue and not full and self._is_there(stage, queue[-1]):
                self._held[stage] += kind == "F"
                return queue.pop()
        return None

    def _is_there(self, stage, operation):
        """Has what this operation needs been done?"""
        kind, index, chunk = operation
        place, last = chunk * self._D + stage, self._rule.chunks * self._D - 1
        if kind == "F":
            return place == 0 or ("F", index, place - 1) in self._done
        if kind == "W":
            return ("B", index, place) in self._done
        before = place == last or ("B", index, place + 1) in self._done
        return before and ("F", index, place) in self._done

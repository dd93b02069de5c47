"""Executes a pipeline schedule (see schedule.py) into a `Timeline`."""

from collections import Counter, deque
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from numbers import Real
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from shardlab.errors import ScheduleError
from shardlab.schedule import B, F, Operation, W, checked, shown
from shardlab.words import count

__all__ = ["B", "F", "Operation", "Slot", "Timeline", "W", "simulate"]

_MOST_ROWS = 16  # so many stages of a circle does an error show


class Slot(NamedTuple):
    stage: int
    operation: Operation
    start: float
    end: float


@dataclass
class Timeline:
    """What an executed schedule did, in the units of time that `simulate` was given.

    length              from the first start to the last end
    slots               (stage, operation, start, end), in the order of their ends
    by_stage[s]         the slots of stage s, in its order
    busy[s]             time for which stage s works
    in_flight[s]        (time, held), …: from `time` on, stage s holds the activations of `held`
                        forward passes (of a chunk, if it has several), each from the start of
                        its F to the end of its B. What a W put off still needs (M_W in arXiv
                        2401.10241) is not counted
    peak_activations[s] the most it holds at once
    hops[i, j]          how often stage i sends to stage j, an activation after F or a gradient
                        after B: integers (stages, stages)

    Idle time has three conventions. Say which:

    idle_fraction       over total time, all stages together: Σ_s (length − busy[s]) over
                        stages · length
    idle_over_ideal     the same idle time over Σ_s busy[s], the total without a bubble
                        (Megatron-LM, arXiv 2104.04473)
    idle_within[s]      of stage s from its own first start to its own last end, not divided. The
                        bubble of the zero-bubble paper (arXiv 2401.10241) is the largest of them:
                        nothing synchronizes the optimizers, so no stage waits for the last end
    """

    length: float
    _schedule: list
    _starts: list  # of each operation of the schedule; what follows is counted when asked for
    _cost: dict

    @property
    def stages(self):
        return len(self._schedule)

    @cached_property
    def by_stage(self):
        return [
            [Slot(stage, each, start, start + self._cost[each.kind]) for each, start in own]
            for stage, own in enumerate(map(zip, self._schedule, self._starts))
        ]

    @cached_property
    def slots(self):
        slots = chain.from_iterable(self.by_stage)
        return sorted(slots, key=attrgetter("end"))  # of equal ends, the lower stage comes first

    @cached_property
    def busy(self):
        return [sum(self._cost[operation.kind] for operation in own) for own in self._schedule]

    @property
    def idle_fraction(self):
        total = self.stages * self.length
        return (total - sum(self.busy)) / total

    @property
    def idle_over_ideal(self):
        return (self.stages * self.length - sum(self.busy)) / sum(self.busy)

    @property
    def idle_within(self):
        stages = zip(self._schedule, self._starts, self.busy, strict=True)
        return [
            starts[-1] + self._cost[operations[-1].kind] - starts[0] - busy
            for operations, starts, busy in stages
        ]

    @cached_property
    def in_flight(self):
        found = []
        for own in map(zip, self._schedule, self._starts):
            steps, held = {0: 0}, 0
            for (kind, *_), start in own:
                if kind != "W":
                    held += 1 if kind == "F" else -1
                    steps[start if kind == "F" else start + self._cost[kind]] = held
            found.append(list(steps.items()))
        return found

    @property
    def peak_activations(self):
        return [max(held for _, held in steps) for steps in self.in_flight]

    @cached_property
    def hops(self):
        hops = np.zeros((self.stages, self.stages), dtype=int)
        times = Counter((kind, chunk) for kind, _, chunk in self._schedule[0])  # as on all stages
        for (stage, kind, chunk), (onward, *_) in pairwise(_path(self._schedule)[0]):
            if onward != stage:
                hops[stage, onward] += times[kind, chunk]
        return hops

    def __repr__(self):
        return (
            f"Timeline({count(self.stages, 'stage')}, length {float(self.length):g}, "
            f"idle {float(self.idle_fraction):.1%} of the total time)"
        )


def simulate(schedule, *, forward=1, backward=2, weight=1, hop=0):
    """Execute `schedule` and say what happened: a `Timeline`.

    Each operation starts when its stage is free and what it needs is there: F(i) needs F(i) of
    the stage before, B(i) needs B(i) of the stage after and its own F(i), W(i) its own B(i).
    F, B and W take `forward`, `backward` and `weight` units of time, and a result reaches the
    next stage `hop` units after it is ready. Integers and fractions stay exact. Where a schedule
    splits W off, B is the gradient of the inputs alone: give `backward=1` for the same total.

    Raises ScheduleError if an operation is missing or doubled, or stands before what it needs on
    its own stage, if stages wait for each other in a circle, or if a time is not above zero
    (`hop` may be 0); the message says which.
    """
    times = {"forward": forward, "backward": backward, "weight": weight, "hop": hop}
    *cost, hop = [_time(name, value) for name, value in times.items()]
    cost = dict(zip("FBW", cost, strict=True))
    schedule = checked(schedule)

    path, steps = _path(schedule)
    stage_at = [stage for stage, _, _ in path] + [0]  # a micro-batch ends where it began
    done = {operation.index: 0 for operation in schedule[0]}  # micro-batch -> steps of its path
    arrival = dict.fromkeys(done, 0)  # micro-batch -> when its next step can start
    starts = [[] for _ in schedule]
    free_at = [0] * len(schedule)
    waits_for = [None] * len(schedule)  # stage -> micro-batch
    ready = deque(range(len(schedule)))
    while ready:
        stage = ready.popleft()
        operations, step_of, began = schedule[stage], steps[stage], starts[stage]
        now, waits_for[stage] = free_at[stage], None
        for place in range(len(began), len(operations)):
            kind, index, chunk = operations[place]
            step = step_of[kind, chunk]
            if done[index] < step:
                waits_for[stage] = index
                break
            if kind != "W" and now < arrival[index]:
                now = arrival[index]
            began.append(now)
            now += cost[kind]
            if kind != "W":  # the micro-batch goes on
                done[index], onward = step + 1, stage_at[step + 1]
                arrival[index] = now if onward == stage else now + hop
                if waits_for[onward] == index:
                    ready.append(onward)
        free_at[stage] = now
    stuck = {s: schedule[s][len(starts[s])] for s, i in enumerate(waits_for) if i is not None}
    if stuck:
        raise ScheduleError(_who_waits(stuck, done, path, steps))
    return Timeline(max(free_at), schedule, starts, cost)


def _path(schedule):
    """The way of each micro-batch: forward through every chunk of every stage, and back.

    path[k] is (stage, kind, chunk) of step k, steps[stage][kind, chunk] how many steps come
    before. W is no step: it needs those up to the B of its stage and chunk.
    """
    chunks = range(1 + max(operation.chunk for operation in schedule[0]))
    forward = [(stage, "F", chunk) for chunk in chunks for stage in range(len(schedule))]
    path = forward + [(stage, "B", chunk) for stage, _, chunk in reversed(forward)]
    steps = [{} for _ in schedule]
    for step, (stage, kind, chunk) in enumerate(path):
        steps[stage][kind, chunk] = step
        if kind == "B":
            steps[stage]["W", chunk] = step + 1
    return path, steps


def _who_waits(stuck, done, path, steps):
    """Why nothing more can be done; `stuck[stage]` is the operation that can't start."""
    waits = {}  # stage -> (which operation it waits for, of which stage)
    for stage, operation in stuck.items():
        kind, index, chunk = operation
        step = steps[stage][kind, chunk]
        before = [k for k in steps[stage].values() if done[index] <= k < step]
        before = [k for k in before if path[k][0] == stage]  # W's number is no step of its own
        other, kind, chunk = path[max(before, default=step - 1)]
        needed = Operation(kind, index, chunk)
        if before:
            return (
                f"Stage {stage} is at {operation} before its own {needed}; "
                f"put {needed} before {operation}."
            )
        waits[stage] = needed, other
    walk, stage = {}, min(waits)  # from stage to stage until one comes again
    while stage not in walk:
        walk[stage] = len(walk)
        _, stage = waits[stage]
    circle = sorted(each for each in walk if walk[each] >= walk[stage])
    rows = ["The stages wait for each other in a circle:"]
    for stage in circle[:_MOST_ROWS]:
        needed, other = waits[stage]
        rows.append(f"  stage {stage} is at {stuck[stage]} and waits for {needed} of stage {other}")
    if len(circle) > _MOST_ROWS:
        rows.append(f"  … and so on, {len(circle)} stages in all")
    return "\n".join([*rows, "Change the order of operations on one of them."])


def _time(name, time):
    if isinstance(time, np.generic):
        time = time.item()  # sums of NumPy's small integers overflow
    least = "0 or more" if name == "hop" else "more than 0"
    number = isinstance(time, Real) and not isinstance(time, bool)
    if not number or not 0 <= time < 1e100 or (time == 0 and name != "hop"):
        raise ScheduleError(
            f"simulate: {name} is a time, {least} and below 1e100; it was {shown(time)}."
        )
    return time

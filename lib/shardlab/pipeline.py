"""Pipeline schedules as data: checked, then executed into a `Timeline`.

A schedule is a list of operations for each stage, in the order in which the stage does them:
F(i) and B(i) are the forward and backward pass of micro-batch i, W(i) the gradient of the weights
where a schedule splits it from B(i). A stage that holds several chunks of layers names the chunk:
F(i, chunk=1). Chunk c of stage s comes after chunk c of stage s − 1, and chunk c of the first
stage after chunk c − 1 of the last.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from numbers import Integral, Real
from operator import attrgetter, itemgetter
from typing import NamedTuple

import numpy as np

from shardlab.errors import ScheduleError
from shardlab.record import said
from shardlab.shards import kind as in_words

_MOST_ROWS = 16  # of a circle, an error shows so many stages
_TOO_LONG = 1e100  # with longer times, sums would leave the range of floats


class Operation(NamedTuple):
    kind: str
    index: int
    chunk: int = 0

    def __repr__(self):
        index, chunk = (n if isinstance(n, Integral) else repr(n) for n in self[1:])
        return f"{self.kind}({index})" if str(chunk) == "0" else f"{self.kind}({index}, {chunk=!s})"


def F(index, chunk=0):
    """Forward pass of micro-batch `index`."""
    return Operation("F", index, chunk)


def B(index, chunk=0):
    """Backward pass of micro-batch `index`; only of its inputs, where the schedule has W."""
    return Operation("B", index, chunk)


def W(index, chunk=0):
    """Gradient of the weights from micro-batch `index`."""
    return Operation("W", index, chunk)


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
                        forward passes, each from the start of its F to the end of its B; of a
                        chunk, where the stage has several
    peak_activations[s] the most it holds at once
    hops[i, j]          how many activations (of F) and gradients (of B) stage i sends to stage j:
                        integers (stages, stages); without chunks, between neighbours alone

    Idle time has three conventions. Say which:

    idle_fraction       over total time, all stages together: Σ_s (length − busy[s]) over
                        stages · length
    idle_over_ideal     the same idle time over Σ_s busy[s], the total without a bubble
                        (Megatron-LM, arXiv 2104.04473)
    idle_within[s]      of stage s between its own first start and last end, not divided. The
                        bubble of the zero-bubble schedules (arXiv 2401.10241) is the largest of
                        them: there a stage that is done goes on to the next mini-batch, for no
                        synchronisation in the optimizer holds it up
    """

    length: float
    busy: list
    _schedule: list
    _starts: list  # of each operation of the schedule
    _cost: dict

    @property
    def stages(self):
        return len(self.busy)

    @cached_property  # like what follows: half a million slots take longer than to find their times
    def by_stage(self):
        return [
            [Slot(stage, each, start, start + self._cost[each.kind]) for each, start in own]
            for stage, own in enumerate(map(zip, self._schedule, self._starts))
        ]

    @cached_property
    def slots(self):
        slots = [slot for own in self.by_stage for slot in own]
        return sorted(slots, key=attrgetter("end"))  # of equal ends, the lower stage comes first

    @property
    def idle_fraction(self):
        total = self.stages * self.length
        return (total - sum(self.busy)) / total

    @property
    def idle_over_ideal(self):
        return (self.stages * self.length - sum(self.busy)) / sum(self.busy)

    @property
    def idle_within(self):
        first_and_last = [(own[0], own[-1]) for own in self.by_stage]
        return [
            last.end - first.start - busy
            for (first, last), busy in zip(first_and_last, self.busy, strict=True)
        ]

    @cached_property
    def in_flight(self):
        return [_held(own) for own in self.by_stage]

    @cached_property
    def peak_activations(self):
        return [max(held for _, held in steps) for steps in self.in_flight]

    @cached_property
    def hops(self):
        _, steps, stage_at = _path(self._schedule)
        hops = np.zeros((self.stages, self.stages), dtype=int)
        for stage, operations in enumerate(self._schedule):
            for (kind, chunk), times in Counter(map(itemgetter(0, 2), operations)).items():
                onward = stage_at[steps[stage][kind, chunk] + 1]
                if kind != "W" and onward != stage:
                    hops[stage, onward] += times
        return hops

    def __repr__(self):
        return (
            f"Timeline({self.stages} stages, length {float(self.length):g}, "
            f"idle {float(self.idle_fraction):.1%} of the total time)"
        )


def _held(slots):
    steps, held = {0: 0}, 0
    for _, (kind, _, _), start, end in slots:
        if kind != "W":
            held += 1 if kind == "F" else -1
            steps[start if kind == "F" else end] = held
    return list(steps.items())


def simulate(schedule, *, forward=1, backward=2, weight=1, hop=0):
    """Execute `schedule` and say what happened: a `Timeline`.

    Each operation starts when its stage is free and what it needs is there: F(i) needs F(i) of
    the stage before, B(i) needs B(i) of the stage after and its own F(i), W(i) its own B(i).
    F, B and W take `forward`, `backward` and `weight` units of time, and a result reaches the
    next stage `hop` units after it is ready. Integers and fractions stay exact.

    Raises ScheduleError if an operation is missing or doubled, or stands before what it needs on
    its own stage, if stages wait for each other in a circle, or if a time is not above zero
    (`hop` may be 0); the message says which.
    """
    times = {"forward": forward, "backward": backward, "weight": weight, "hop": hop}
    *cost, hop = [_time(name, value) for name, value in times.items()]
    schedule = _lists(schedule)
    _check(schedule)
    return _execute(schedule, dict(zip("FBW", cost, strict=True)), hop)


def _execute(schedule, cost, hop):
    path, steps, stage_at = _path(schedule)
    done = {operation.index: 0 for operation in schedule[0]}  # micro-batch -> steps of its path
    arrival = dict.fromkeys(done, 0)  # micro-batch -> when the next step can start
    free_at, busy = [0] * len(schedule), [0] * len(schedule)
    starts = [[] for _ in schedule]
    waits_for = [None] * len(schedule)  # stage -> micro-batch
    ready = deque(range(len(schedule)))
    while ready:
        stage = ready.popleft()
        waits_for[stage] = None
        for place in range(len(starts[stage]), len(schedule[stage])):
            kind, index, chunk = schedule[stage][place]
            step = steps[stage][kind, chunk]
            if done[index] < step:
                waits_for[stage] = index
                break
            start = free_at[stage]
            if kind != "W" and arrival[index] > start:
                start = arrival[index]
            starts[stage].append(start)
            free_at[stage] = end = start + cost[kind]
            busy[stage] += cost[kind]
            if kind != "W":  # the micro-batch goes on
                done[index], arrival[index] = step + 1, end
                onward = stage_at[step + 1]
                if onward != stage:
                    arrival[index] += hop
                    if waits_for[onward] == index:
                        ready.append(onward)
    stuck = {
        stage: operations[len(own)]
        for stage, (operations, own) in enumerate(zip(schedule, starts, strict=True))
        if len(own) < len(operations)
    }
    if stuck:
        raise ScheduleError(_who_waits(stuck, done, path, steps))
    return Timeline(max(free_at), busy, schedule, starts, cost)


def _path(schedule):
    """The way of each micro-batch: forward through every chunk of every stage, and back.

    path[k] is (stage, kind, chunk) of step k, stage_at[k] its stage, and steps[stage][kind, chunk]
    how many steps are done before. W is no step: it needs those up to B on its stage and chunk.
    """
    chunks = range(1 + max(operation.chunk for operation in schedule[0]))
    forward = [(stage, "F", chunk) for chunk in chunks for stage in range(len(schedule))]
    path = forward + [(stage, "B", chunk) for stage, _, chunk in reversed(forward)]
    steps = [{} for _ in schedule]
    for step, (stage, kind, chunk) in enumerate(path):
        steps[stage][kind, chunk] = step
        if kind == "B":
            steps[stage]["W", chunk] = step + 1
    stage_at = [stage for stage, _, _ in path] + [0, 0]  # it ends on the first stage
    return path, steps, stage_at


def _who_waits(stuck, done, path, steps):
    """Why nothing more can be done; `stuck[stage]` is the operation that can't start."""
    waits = {}  # stage -> (which operation it waits for, of which stage)
    for stage, operation in stuck.items():
        kind, index, chunk = operation
        step = steps[stage][kind, chunk]
        own = (k for (kind, _), k in steps[stage].items() if kind != "W")
        before = max((k for k in own if done[index] <= k < step), default=None)
        other, kind, chunk = path[step - 1 if before is None else before]
        needed = Operation(kind, index, chunk)
        if before is not None:
            return (
                f"Stage {stage} is at {operation} before its own {needed}; "
                f"put {needed} before {operation}."
            )
        waits[stage] = needed, other
    walk, stage = {}, min(waits)  # from stage to stage until one comes again
    while stage not in walk:
        walk[stage] = len(walk)
        stage = waits[stage][1]
    circle = sorted(each for each in walk if walk[each] >= walk[stage])
    lines = [
        f"  stage {stage} is at {stuck[stage]} and waits for {needed} of stage {other}"
        for stage, (needed, other) in ((each, waits[each]) for each in circle)
    ]
    if len(lines) > _MOST_ROWS:
        lines[_MOST_ROWS - 1 :] = [f"  … and {len(lines) - _MOST_ROWS + 1} more stages"]
    return "\n".join(
        [
            "The stages wait for each other in a circle:",
            *lines,
            "Change the order of operations on one of them.",
        ]
    )


# -- is it a schedule? -----------------------------------------------------------------------------


def _time(name, time):
    if isinstance(time, np.generic):
        time = time.item()  # a sum of NumPy's small integers would overflow
    least = "0 or more" if name == "hop" else "more than 0"
    number = isinstance(time, Real) and not isinstance(time, bool)
    if not number or not 0 <= time < _TOO_LONG or (time == 0 and name != "hop"):
        raise ScheduleError(
            f"simulate: {name} is a time, {least} and below {_TOO_LONG:g}; it was {_shown(time)}."
        )
    return time


def _lists(schedule):
    """The schedule as a list of lists of its own."""
    whole = _is_list(schedule)
    parts = [("it", schedule)] if not whole else [(f"stage {s}", x) for s, x in enumerate(schedule)]
    for name, value in parts:
        if not _is_list(value):
            hint = "; put list(…) around it" if isinstance(value, Iterator) else ""
            raise ScheduleError(
                "simulate: a schedule is one list of operations for each stage, for example "
                f"[[F(0), B(0)], [F(0), B(0)]], but {name} was {_shown(value)}{hint}."
            )
    return [list(stage) for stage in schedule]


def _is_list(value):
    """Has it an order, and can it be read twice?"""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | Operation)


def _check(schedule):
    """Every stage does each operation of the schedule exactly once, and nothing unknown."""
    if not any(schedule):
        raise ScheduleError(
            "The schedule is empty; give one list of operations for each stage, "
            "for example [[F(0), B(0)], [F(0), B(0)]]."
        )
    for stage, operations in enumerate(schedule):
        for operation in operations:
            if not _is_operation(operation):
                raise ScheduleError(
                    f"Stage {stage} has {_shown(operation)}, which is no operation; "
                    "use F(i), B(i) or W(i) with i = 0, 1, …"
                )
    done = [set(operations) for operations in schedule]
    for stage, operations in enumerate(schedule):
        if len(done[stage]) < len(operations):
            doubled = next(operation for operation, n in Counter(operations).items() if n > 1)
            raise ScheduleError(f"Stage {stage} does {doubled} more than once; once is enough.")
    everything = set().union(*done)
    kinds = {operation.kind for operation in everything}
    kinds = [
        kind for kind in "FBW" if kind in kinds or kind == "F" or (kind == "B" and "W" in kinds)
    ]
    indices = sorted({operation.index for operation in everything})
    chunks = range(1 + max(operation.chunk for operation in everything))
    for stage, own in enumerate(done):
        if len(own) < len(kinds) * len(indices) * len(chunks):
            wanted = (Operation(k, i, c) for k in kinds for i in indices for c in chunks)
            missing = list(islice((each for each in wanted if each not in own), 4))
            raise ScheduleError(
                f"Stage {stage} lacks {', '.join(map(repr, missing[:3]))}"
                f"{' and others' if len(missing) > 3 else ''}; every micro-batch passes through "
                f"{'every chunk of ' if len(chunks) > 1 else ''}every stage."
            )


def _is_operation(operation):
    if not isinstance(operation, Operation):
        return False
    kind, index, chunk = operation
    return kind in ("F", "B", "W") and _is_place(index) and _is_place(chunk)


def _is_place(n):
    whole = type(n) is int or (isinstance(n, Integral) and not isinstance(n, bool))
    return whole and n >= 0


def _shown(value):
    """A value that should not be there, in a few words."""
    text = said(value)
    if value is None or text.startswith("<"):
        return in_words(value)
    return text if len(text) <= 60 and "\n" not in text else text.split("\n")[0][:50] + "…"

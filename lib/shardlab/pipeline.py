"""Pipeline schedules as data: checked, then executed into a `Timeline`.

A schedule is a list of operations for each stage, in the order in which the stage does them:
F(i) and B(i) are the forward and backward pass of micro-batch i, W(i) the gradient of the weights
where a schedule splits it from B(i). A stage that holds several chunks of layers names the chunk:
F(i, chunk=1). Chunk c of stage s comes after chunk c of stage s − 1, and chunk c of the first
stage after chunk c − 1 of the last.
"""

from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from numbers import Integral, Real
from typing import NamedTuple

from shardlab.errors import ScheduleError


class Operation(NamedTuple):
    kind: str
    index: int
    chunk: int = 0

    def __repr__(self):
        chunk = f", chunk={self.chunk}" if self.chunk else ""
        return f"{self.kind}({self.index}{chunk})"


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
    busy[s]             time for which stage s works
    idle_fraction       idle over total time, all stages together
    idle_over_ideal     idle over busy time: the same idle time against a pipeline without bubble
    peak_activations[s] most forward passes whose activations stage s holds at once (until B)
    """

    length: float
    slots: list
    busy: list
    peak_activations: list

    @property
    def stages(self):
        return len(self.busy)

    @property
    def idle_fraction(self):
        total = self.stages * self.length
        return (total - sum(self.busy)) / total

    @property
    def idle_over_ideal(self):
        return (self.stages * self.length - sum(self.busy)) / sum(self.busy)

    def __repr__(self):
        return (
            f"Timeline({self.stages} stages, length {self.length:g}, "
            f"idle {self.idle_fraction:.1%} of the total time)"
        )


def simulate(schedule, *, forward=1, backward=2, weight=1, hop=0):
    """Execute `schedule` and say what happened: a `Timeline`.

    Each operation starts when its stage is free and what it needs is there: F(i) needs F(i) of
    the stage before, B(i) needs B(i) of the stage after and its own F(i), W(i) its own B(i).
    F, B and W take `forward`, `backward` and `weight` units of time, and a result reaches the
    next stage `hop` units after it is ready.

    Raises ScheduleError if an operation is missing or doubled, if stages wait for each other in
    a circle, or if a time is not above zero (`hop` may be 0); the message says which.
    """
    cost = {"F": forward, "B": backward, "W": weight}
    _check_times(forward=forward, backward=backward, weight=weight, hop=hop)
    schedule = _lists(schedule)
    _check(schedule)
    chunks = 1 + max(operation.chunk for stage in schedule for operation in stage)
    done = {}  # (stage, operation) -> when
    blocked = defaultdict(list)  # what is waited for -> stages that wait for it
    position = [0] * len(schedule)
    free_at = [0] * len(schedule)
    held, peak = [0] * len(schedule), [0] * len(schedule)
    slots = []
    ready = deque(range(len(schedule)))
    while ready:
        stage = ready.popleft()
        while position[stage] < len(schedule[stage]):
            operation = schedule[stage][position[stage]]
            start = free_at[stage]
            for needed, lag in _needs(stage, operation, len(schedule), chunks, hop):
                if needed not in done:
                    blocked[needed].append(stage)
                    break
                start = max(start, done[needed] + lag)
            else:
                end = start + cost[operation.kind]
                slots.append(Slot(stage, operation, start, end))
                done[stage, operation] = free_at[stage] = end
                held[stage] += {"F": 1, "B": -1, "W": 0}[operation.kind]
                peak[stage] = max(peak[stage], held[stage])
                position[stage] += 1
                ready.extend(blocked.pop((stage, operation), ()))
                continue
            break
    if len(slots) < sum(map(len, schedule)):
        raise ScheduleError(_who_waits(schedule, position, blocked))
    slots.sort(key=lambda slot: (slot.end, slot.stage))
    return Timeline(
        length=max(free_at),
        slots=slots,
        busy=[sum(cost[operation.kind] for operation in stage) for stage in schedule],
        peak_activations=peak,
    )


def _needs(stage, operation, stages, chunks, hop):
    """What must be done before `operation` starts: ((stage, operation), time on the way)."""
    kind, index, chunk = operation
    if kind == "W":
        return [((stage, B(index, chunk)), 0)]
    step = -1 if kind == "F" else 1
    place = chunk * stages + stage + step  # where the same pass was just before
    needs = [((stage, F(index, chunk)), 0)] if kind == "B" else []
    if 0 <= place < stages * chunks:
        chunk, stage = divmod(place, stages)
        lag = hop if stages > 1 else 0
        needs.append(((stage, Operation(kind, index, chunk)), lag))
    return needs


def _check_times(**times):
    for name, time in times.items():
        least = "0 or more" if name == "hop" else "more than 0"
        number = isinstance(time, Real) and not isinstance(time, bool) and time < float("inf")
        if not number or time < 0 or (time == 0 and name != "hop"):
            raise ScheduleError(f"simulate: {name} is a time, {least}; it was {time!r}.")


def _lists(schedule):
    try:
        return [list(stage) for stage in schedule]
    except TypeError:
        raise ScheduleError(
            "simulate: a schedule is one list of operations for each stage, "
            f"for example [[F(0), B(0)], [F(0), B(0)]]; it was {schedule!r}."
        ) from None


def _check(schedule):
    """Every stage does each operation of the schedule exactly once, and nothing unknown."""
    if not schedule or not any(schedule):
        raise ScheduleError(
            "The schedule is empty; give one list of operations for each stage, "
            "for example [[F(0), B(0)], [F(0), B(0)]]."
        )
    for stage, operations in enumerate(schedule):
        for operation in operations:
            if not _is_operation(operation):
                raise ScheduleError(
                    f"Stage {stage} has {operation!r}, which is no operation; "
                    "use F(i), B(i) or W(i) with i = 0, 1, …"
                )
        doubled = [operation for operation, n in Counter(operations).items() if n > 1]
        if doubled:
            raise ScheduleError(f"Stage {stage} does {doubled[0]} more than once; once is enough.")
    everything = {operation for stage in schedule for operation in stage}
    chunks = range(1 + max(operation.chunk for operation in everything))
    kinds = {"F"} | {operation.kind for operation in everything}
    kinds |= {"B"} if "W" in kinds else set()
    everything = {
        Operation(kind, operation.index, chunk)
        for kind in kinds
        for operation in everything
        for chunk in chunks
    }
    for stage, operations in enumerate(schedule):
        missing = sorted(everything - set(operations))
        if missing:
            raise ScheduleError(
                f"Stage {stage} lacks {', '.join(map(repr, missing[:3]))}"
                f"{' and others' if len(missing) > 3 else ''}; "
                "every micro-batch passes through every stage."
            )


def _is_operation(operation):
    return (
        isinstance(operation, Operation)
        and operation.kind in ("F", "B", "W")
        and all(isinstance(n, Integral) and n >= 0 for n in operation[1:])
    )


def _who_waits(schedule, position, blocked):
    """Why nothing more can be done: an operation before its own input, or a circle of stages."""
    waits = []
    for (stage, needed), waiters in blocked.items():
        for waiter in waiters:
            at = schedule[waiter][position[waiter]]
            if waiter == stage:
                return (
                    f"Stage {stage} is at {at} before its own {needed}; put {needed} before {at}."
                )
            line = f"  stage {waiter} is at {at} and waits for {needed} of stage {stage}"
            waits.append((waiter, line))
    lines = "\n".join(line for _, line in sorted(waits))
    return (
        f"The stages wait for each other in a circle:\n{lines}\n"
        "Change the order of operations on one of them."
    )

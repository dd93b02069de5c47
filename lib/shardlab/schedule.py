"""A pipeline schedule as data, and whether it is one.

A schedule is a list of operations for each stage, in the order in which the stage does them:
F(i) and B(i) are the forward and backward pass of micro-batch i, W(i) the gradient of the weights
where a schedule splits it from B(i). A stage that holds several chunks of layers names the chunk:
F(i, chunk=1). Chunk c of stage s comes after chunk c of stage s − 1, and chunk c of the first
stage after chunk c − 1 of the last.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import filterfalse, islice
from numbers import Integral
from typing import NamedTuple

from shardlab.errors import ScheduleError
from shardlab.words import kind as in_words
from shardlab.words import said


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


def checked(schedule):
    """The schedule as lists of its own, in which every stage does each operation once.

    Raises ScheduleError otherwise; whether the order can be executed is another question.
    """
    schedule = [_list(f"stage {s}", stage) for s, stage in enumerate(_list("it", schedule))]
    _check(schedule)
    return schedule


def _list(name, value):
    """A list of its own, if `value` has an order and can be read twice."""
    if isinstance(value, Sequence) and not isinstance(value, str | bytes | Operation):
        return list(value)
    hint = "; put list(…) around it" if isinstance(value, Iterator) else ""
    raise ScheduleError(
        "simulate: a schedule is one list of operations for each stage, for example "
        f"[[F(0), B(0)], [F(0), B(0)]], but {name} was {shown(value)}{hint}."
    )


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
                    f"Stage {stage} has {shown(operation)}, which is no operation; "
                    "use F(i), B(i) or W(i) with i = 0, 1, …"
                )
        if len(set(operations)) < len(operations):
            doubled, _ = Counter(operations).most_common(1)[0]
            raise ScheduleError(f"Stage {stage} does {doubled} more than once; once is enough.")
    everything = set().union(*schedule)
    kinds = {operation.kind for operation in everything}
    kinds = "FBW" if "W" in kinds else "FB" if "B" in kinds else "F"
    indices = sorted({operation.index for operation in everything})
    chunks = range(1 + max(operation.chunk for operation in everything))
    for stage, own in enumerate(schedule):
        if len(own) < len(kinds) * len(indices) * len(chunks):
            wanted = (Operation(k, i, c) for k in kinds for i in indices for c in chunks)
            missing = list(islice(filterfalse(set(own).__contains__, wanted), 4))
            raise ScheduleError(
                f"Stage {stage} lacks {', '.join(map(repr, missing[:3]))}"
                f"{' and others' if len(missing) > 3 else ''}; every micro-batch passes through "
                f"{'every chunk of ' if len(chunks) > 1 else ''}every stage."
            )


def _is_operation(value):
    return (
        isinstance(value, Operation)
        and value[0] in ("F", "B", "W")
        and all(map(_counts, value[1:]))
    )


def _counts(n):
    whole = type(n) is int or (isinstance(n, Integral) and not isinstance(n, bool))
    return whole and 0 <= n < 2**62


def shown(value):
    """A value that should not be there, in a few words."""
    text = said(value)
    if value is None or text.startswith("<"):
        return in_words(value)
    return text if len(text) <= 60 and "\n" not in text else text.split("\n")[0][:50] + "…"

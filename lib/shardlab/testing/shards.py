"""What went wrong with a list of arrays, one a device: knowledge behind `shardlab.testing`.

A sentence names a device only where no other one fits as well.
"""

from collections.abc import Iterator

import numpy as np

from shardlab.testing.arrays import causes as array_causes
from shardlab.testing.arrays import glue
from shardlab.testing.compare import candidates, largest, list_same, same
from shardlab.testing.cuts import miscounted, miscut
from shardlab.testing.sums import some_of
from shardlab.testing.words import not_array, not_numbers, nothing, size
from shardlab.words import an, count


def not_a_list(value, expected, axis, parts=None) -> str:
    number = isinstance(value, np.number | int | float) and not isinstance(value, bool)
    if number or (isinstance(value, np.ndarray) and not value.ndim):
        if parts and same(value, sum(np.sum(part) for part in parts)):
            return "adds everything into one number; add arrays, and return one a device in a list"
        return "returned one number, not a list; return a list with one array a device"
    if not isinstance(value, np.ndarray):
        came = an(type(value).__name__)
        return nothing(value) or (
            f"returned {came}, not a list; return a list with one array a device"
        )
    if value.ndim and list_same(list(value), expected):
        return f"returned one array {size(value)}, not a list; return list(…) of it"
    whole = axis is not None and same(value, glue(expected, axis))
    state = "not cut, or glued again" if whole else "not a list"
    return f"returned one array {size(value)}, {state}; return a list with one array a device"


def not_arrays(value, expected) -> str | None:
    """For a list that holds something else than arrays of numbers."""
    for i, piece in enumerate(value):
        where = f"the piece of device {i}"
        if isinstance(piece, np.ndarray):
            if reason := not_numbers(piece, where):
                return reason
            continue
        held = [v for v in value if isinstance(v, np.ndarray)]
        if piece is None and len(held) == 1 and any(same(held[0], e) for e in expected):
            return f"only one device has the result, device {i} has None; give it to every device"
        return not_array(piece, where)


def each_same(value, expected, parts=None) -> list[bool]:
    """Which arrays are right; the terms of a sum tell how far rounding may go."""
    scale = largest(expected[0], parts) if parts else None
    return [same(a, e, scale) for a, e in zip(value, expected, strict=False)]


def shared(pieces) -> str | None:
    """Two devices in one memory."""
    spans = [np.lib.array_utils.byte_bounds(p) if p.size else (0, 0) for p in pieces]
    for i, (begin, end) in enumerate(spans):
        for j in range(i + 1, len(pieces)):
            apart = end <= spans[j][0] or spans[j][1] <= begin
            if not apart and np.shares_memory(pieces[i], pieces[j]):
                return (
                    f"devices {i} and {j} share one array, so what one writes the other sees; "
                    "make a new array or a .copy() for each"
                )


def causes(value, expected, axis=None, parts=None, pieces=None) -> Iterator[str]:
    """Causes for a list of arrays that is not the expected one, the most specific first."""
    whole = None if axis is None or pieces else glue(expected, axis)
    if parts:
        yield from _sums(value, expected, parts)
    if whole is not None:
        if value and all(same(a, whole) for a in value):
            yield (
                f"every device holds the whole array {size(whole)}, uncut or gathered again; "
                "each is to hold its own piece alone"
            )
        if len(value) != len(expected):
            yield from miscounted(value, expected, whole, axis)
    if len(value) != len(expected):
        came, n = len(value), len(expected)
        if came == 1 and value[0].ndim and list_same(list(value[0]), expected):
            yield f"returned a list of one array {size(value[0])} that holds all {n}; return {n}"
        yield f"returned {count(came, 'array')} for {count(n, 'device')}; return one for each"
        return
    if len(set(map(id, value))) < len(value):
        yield from filter(None, [shared(value)])
    yield from _misplaced(value, expected)
    if whole is not None:
        yield from miscut(value, expected, whole, axis)
    yield from _alone(value, expected)
    yield from filter(None, [shared(value)])
    i = each_same(value, expected, parts).index(False)
    cause = next(array_causes(value[i], expected[i], parts, pieces, axis if pieces else None))
    yield f"the array of device {i}: {cause}"


def _sums(value, expected, parts) -> Iterator[str]:
    """Every device should hold the sum of parts."""
    if len(value) == len(parts) > 1:
        if list_same(value, parts):
            yield "the partial sums are not added; each device still holds its own, add them up"
        for axis in range(expected[0].ndim):
            if list_same(value, np.array_split(expected[0], len(value), axis)):
                yield (
                    "each device holds a piece of the sum, as a reduce_scatter leaves it; every "
                    "device is to hold all of it"
                )
        right, own = list(map(same, value, expected)), list(map(same, value, parts))
        if right.count(True) == 1 and own == [not r for r in right]:
            yield (
                f"only one device has the result, device {right.index(True)}, the others their "
                "own partial sum; give the sum to every device"
            )
        others = [a for a, r in zip(value, right, strict=True) if not r]
        if right.count(True) == 1 and all(some_of(a, parts) for a in others):
            yield (
                f"only one device has the result, device {right.index(True)}, the others lack "
                "some of its terms; give the sum to every device"
            )


def _misplaced(value, expected) -> Iterator[str]:
    """Each array is right, for another device."""
    scale, held = max(map(largest, expected)), []
    for a in value:
        held.append([k for k in candidates(a, expected, scale) if same(a, expected[k])])
        if not held[-1]:
            return
    i = next(i for i, devices in enumerate(held) if i not in devices)
    source = f"device {held[i][0]}" if len(held[i]) == 1 else "another device"
    if all(devices == held[0] for devices in held):
        which = f"the piece of {source}" if len(held[0]) == 1 else "the same piece"
        yield f"every device holds {which}; see how a piece depends on its device"
    # a piece that k devices should hold came k times: each piece is there, in another place
    if all(held.count(devices) == len(devices) for devices in held):
        yield (
            f"the shards are in the wrong order: device {i} holds the piece of {source}; "
            "go from device 0 upwards"
        )
    yield f"device {i} holds the piece of {source}; see how a piece depends on its device"


def _alone(value, expected) -> Iterator[str]:
    """Some devices hold the result, the others nothing."""
    n, right = len(value), list(map(same, value, expected))
    empty = [not a.any() for a in value]
    if n > 1 and all(empty):
        yield "zero everywhere, on every device; the loop never writes into what is returned"
    if any(right) and empty == [not r for r in right]:
        only = "only one device has" if right.count(True) == 1 else "not every device has"
        device = empty.index(True)
        yield f"{only} the result, device {device} holds zeros; give it to every device"

"""What went wrong with a list of arrays, one a device: knowledge behind `shardlab.testing`."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from shardlab.testing.arrays import causes as array_causes
from shardlab.testing.arrays import first, glue, lines, list_same, not_array, nothing, same, size


def not_a_list(value, expected, axis) -> str:
    if not isinstance(value, np.ndarray):
        return nothing(value) or (
            f"returned a {type(value).__name__}, not a list; return a list with one array a device"
        )
    if value.ndim and list_same(list(value), expected):
        return f"returned one array {size(value)}, not a list; return list(…) of it"
    whole = axis is not None and same(value, glue(expected, axis))
    state = "not cut, or glued again" if whole else "not a list"
    return f"returned one array {size(value)}, {state}; return a list with one array a device"


def not_arrays(value, expected) -> str | None:
    """For a list that holds something else than arrays."""
    for i, piece in enumerate(value):
        if isinstance(piece, np.ndarray):
            continue
        held = [v for v in value if isinstance(v, np.ndarray)]
        if piece is None and any(same(v, e) for v in held for e in expected):
            return f"only one device has the result, device {i} has None; give it to every device"
        return not_array(piece, f"the piece of device {i}")


def shared(pieces) -> str | None:
    """Two devices in one memory."""
    for (i, a), (j, b) in combinations(enumerate(pieces), 2):
        if np.shares_memory(a, b):
            return (
                f"devices {i} and {j} share one array, so what one writes the other sees; "
                "make a new array or a .copy() for each"
            )


def causes(value, expected, axis=None, parts=None) -> Iterator[str]:
    """Causes for a list of arrays that is not the expected one, the most specific first."""
    if parts:
        yield from _sums(value, expected, parts)
    if axis is not None:
        whole = glue(expected, axis)
        yield from _uncut(value, whole)
        if len(value) != len(expected):
            yield from _miscounted(value, expected, whole, axis)
    if len(value) != len(expected):
        yield (
            f"returned {len(value)} arrays for {len(expected)} devices; "
            "return one array for each device, also where it is small"
        )
        return
    if any(a is b for a, b in combinations(value, 2)):
        yield shared(value)
    yield from _misplaced(value, expected)
    if axis is not None:
        yield from _miscut(value, expected, whole, axis)
    yield from _alone(value, expected)
    yield from filter(None, [shared(value)])
    i = list(map(same, value, expected)).index(False)
    yield f"the array of device {i}: {next(array_causes(value[i], expected[i], parts))}"


def _sums(value, expected, parts) -> Iterator[str]:
    """Every device should hold the sum of parts."""
    if len(value) == len(parts) > 1:
        if list_same(value, parts):
            yield "the partial sums are not added; each device still holds its own, add them up"
        right, own = list(map(same, value, expected)), list(map(same, value, parts))
        if right.count(True) == 1 and own == [not r for r in right]:
            yield (
                f"only one device has the result, device {right.index(True)}, the others their "
                "own partial sum; give the sum to every device"
            )


def _uncut(value, whole) -> Iterator[str]:
    if value and all(same(a, whole) for a in value):
        yield f"every device holds the whole array {size(whole)}, uncut; slice it for each device"


def _miscounted(value, expected, whole, axis) -> Iterator[str]:
    n, length = len(expected), whole.shape[axis]
    widths = [a.shape[axis] if a.ndim > axis else 0 for a in value]
    if set(widths[:-1]) == {n} and same(glue(value, axis), whole):
        yield f"the pieces have {n} {lines(axis, n)} each; {n} is the number of pieces, not a size"
    if len(value) > n and same(glue(value, axis), whole):
        rest = len(value) == n + 1 and len(set(widths[:n])) == 1
        how = "what is left over as a piece of its own" if rest else "the pieces are too small"
        yield (
            f"returned {len(value)} arrays for {n} devices, {how}; "
            f"share all {length} {lines(axis, length)} out among {n}"
        )
    if len(value) < n and all(map(same, value, expected)):
        yield f"returned {len(value)} arrays for {n} devices; look where the loop or range ends"


def _misplaced(value, expected) -> Iterator[str]:
    """Each array is right, for another device."""
    held = [next((j for j, e in enumerate(expected) if same(a, e)), None) for a in value]
    if None in held:
        return
    if len(set(held)) == 1 and len(held) > 1:
        yield f"every device holds the piece of device {held[0]}; let the slice depend on i"
    i = next(i for i, j in enumerate(held) if i != j)
    yield (
        f"the shards are in the wrong order: device {i} holds the piece of device {held[i]}; "
        "go from device 0 upwards"
    )


def _miscut(value, expected, whole, axis) -> Iterator[str]:
    """whole was cut, but otherwise than at the right places along axis."""
    n = len(expected)
    shapes = ", ".join(map(size, value))
    for other in range(whole.ndim):
        if other != axis and same(glue(value, other), whole):
            yield (
                f"cut along the wrong axis: axis {other}, between the {lines(other)}, gives "
                f"{shapes}; cut between the {lines(axis)}, axis {axis}"
            )
    if list_same([a.T for a in value], expected):
        yield f"each piece is transposed: {shapes}; leave out the .T"
    if any(same(glue(value, other), whole.T) for other in range(whole.ndim)):
        yield f"the whole was transposed before the cut: {shapes}; leave out the .T"
    dealt = [np.take(whole, range(i, whole.shape[axis], n), axis) for i in range(n)]
    if list_same(value, dealt):
        yield (
            f"the {lines(axis)} are dealt out in turns, one to each device; "
            f"give each device {lines(axis)} that lie side by side"
        )
    flat = np.concatenate([a.ravel() for a in value])
    if [a.shape for a in value] == [e.shape for e in expected] and same(flat, whole.ravel()):
        yield "the values are reshaped, not cut: reshape runs on into the next row; use slices"
    if list_same([a.ravel() for a in value], [e.ravel() for e in expected]):
        yield f"the right values in wrong shapes: {shapes}; keep {whole.ndim} axes in every piece"
    yield from _runs(value, whole, axis, shapes)


def _runs(value, whole, axis, shapes) -> Iterator[str]:
    """Each piece is one run of whole's lines; do the runs follow one another?"""
    length = whole.shape[axis]
    glued = glue(value, axis)
    if same(glued, whole):
        yield f"the cut is uneven: {shapes}; sizes differ by one at most, the larger ones first"
    spare = glued.shape[axis] - length if glued.ndim == whole.ndim else 0
    if spare < 0 and same(glued, first(whole, length + spare, axis)):
        yield (
            f"the last {lines(axis, -spare)} ({-spare} of {length}) went to no device: {shapes}; "
            "look at what the division leaves over"
        )
    if spare > 0 and same(first(glued, length, axis), whole):
        rest = np.take(glued, range(length, length + spare), axis)
        what = "the pad is not removed" if not rest.any() else "too much was cut"
        yield f"{what}: {spare} {lines(axis, spare)} too many at the end, {shapes}"
    end = 0
    for i, piece in enumerate(value):
        fits = piece.ndim == whole.ndim and piece.shape[axis] > 0
        width = piece.shape[axis] if fits else length + 1
        begins = [
            at
            for at in range(length - width + 1)
            if same(np.take(whole, range(at, at + width), axis), piece)
        ]
        if not begins:
            return
        if begins[0] != end:
            kind = "overlap" if begins[0] < end else "leave a gap"
            yield (
                f"the pieces {kind}: device {i} begins at {lines(axis, 1)} {begins[0]}, "
                f"the pieces before it end at {end}; let each begin where the last one ended"
            )
        end = begins[0] + width


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

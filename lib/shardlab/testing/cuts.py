"""What went wrong with a cut into pieces, one a device: knowledge behind `shardlab.testing`."""

from collections.abc import Iterator

import numpy as np

from shardlab.testing.arrays import glue
from shardlab.testing.compare import candidates, largest, list_same, same
from shardlab.testing.pads import part
from shardlab.testing.words import lines, size
from shardlab.words import count


def miscounted(value, expected, whole, axis) -> Iterator[str]:
    """whole was cut into more or fewer pieces than there are devices."""
    n, length = len(expected), whole.shape[axis]
    widths = [a.shape[axis] if a.ndim > axis else 0 for a in value]
    came = f"returned {count(len(value), 'array')} for {count(n, 'device')}"
    glued = same(glue(value, axis), whole)
    if glued and set(widths[:-1]) == {n}:
        yield f"the pieces have {n} {lines(axis, n)} each; {n} is the number of pieces, not a size"
    if len(value) > n and not any(a.size for a in value[n:]):
        if all(map(same, value, expected)):
            yield f"{came}, the last one empty; look where the loop or range ends"
    if glued and len(value) > n:
        rest = len(value) == n + 1 and len(set(widths[:n])) == 1
        how = "what is left over as a piece of its own" if rest else "the pieces are too small"
        yield (f"{came}, {how}; share all {length} {lines(axis, length)} out among {n}")
    if len(value) < n and all(map(same, value, expected)):
        yield f"{came}; look where the loop or range ends"
    if len(value) < n and all(map(same, value, expected[n - len(value) :])):
        yield f"{came}, the last of them; does the append stand inside the loop?"


def miscut(value, expected, whole, axis) -> Iterator[str]:
    """whole was cut, but otherwise than at the right places along axis."""
    n = len(expected)
    shapes = _shapes(value)
    for other in range(whole.ndim):
        if other != axis and _begins(glue(value, other), whole, other):
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
    for i, (a, e) in enumerate(zip(value, expected, strict=True)):
        if not a.size and e.size:
            what = lines(axis) if a.shape[axis:] and not a.shape[axis] else "element"
            yield f"device {i} gets no {what}: {shapes}; look where its slice begins and ends"
    yield from _glued(value, expected, whole, axis, shapes)
    yield from _runs(value, expected, whole, axis)


def _begins(glued, whole, axis) -> bool:
    """glued is whole, or most of it from its beginning on."""
    if glued is None or glued.ndim != whole.ndim:
        return False
    length = glued.shape[axis]
    return 2 * length > whole.shape[axis] and same(glued, part(whole, 0, length, axis))


def _shapes(value) -> str:
    return ", ".join([size(a) for a in value[:8]] + ["…"] * (len(value) > 8))


def _glued(value, expected, whole, axis, shapes) -> Iterator[str]:
    """The pieces lie in order; are their sizes right, and is all of whole there?"""
    glued, length = glue(value, axis), whole.shape[axis]
    if same(glued, whole):
        how = "sizes differ by one at most, the larger ones first"
        even = [len(r) for r in np.array_split(range(length), len(expected))]
        if even != [e.shape[axis] for e in expected]:
            how = "each device keeps the size of its own piece"
        yield f"the cut is uneven: {shapes}; {how}"
    spare = 0 if glued is None or glued.ndim != whole.ndim else glued.shape[axis] - length
    if spare < 0 and glued.size and same(glued, part(whole, 0, length + spare, axis)):
        over = length % len(expected) == -spare
        how = "look at what the division leaves over" if over else "look where the slice ends"
        if not over and (n := len(expected)) > 1 and {a.shape[axis] for a in value} == {n}:
            how = f"{n} is the number of pieces, not the size of one"
        last = f"{lines(axis)} ({-spare} of {length})" if spare < -1 else lines(axis, 1)
        yield f"the last {last} went to no device: {shapes}; {how}"
    if spare > 0 and same(part(glued, 0, length, axis), whole):
        zero = "" if part(glued, length, None, axis).any() else "zero "
        yield (
            f"{spare} {zero}{lines(axis, spare)} too many at the end, {shapes}; "
            f"there are {length} to share out"
        )


def _runs(value, expected, whole, axis) -> Iterator[str]:
    """Each piece is one run of whole's lines; do the runs follow one another?"""
    length, scale = whole.shape[axis], largest(whole)
    if any(a.ndim != whole.ndim or not a.shape[axis] for a in value):
        return
    widths = [a.shape[axis] for a in value]
    begins = []
    for a, width in zip(value, widths, strict=True):
        runs = [part(whole, at, at + width, axis) for at in range(length - width + 1)]
        begins.append([at for at in candidates(a, runs, scale) if same(a, runs[at], scale)])
        if not begins[-1]:
            return
    end, line, starts = 0, lines(axis, 1), np.cumsum([0] + [e.shape[axis] for e in expected])
    for i, (fits, width) in enumerate(zip(begins, widths, strict=True)):
        if end not in fits:
            kind = "do not follow one another: device"
            where = f"does not begin at {line} {end}, where the pieces before it end"
            if len(fits) == 1:
                kind = ("overlap" if fits[0] < end else "leave a gap") + ": device"
                where = f"begins at {line} {fits[0]}, the pieces before it end at {end}"
            how = "begin where the last one ended"
            if starts[i] in fits:  # it begins where it should: the one before it ends elsewhere
                how = "end where the next one begins"
            yield f"the pieces {kind} {i} {where}; let each {how}"
            return
        end += width

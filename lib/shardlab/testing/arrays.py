"""What went wrong with an array, in one sentence: knowledge behind `shardlab.testing`.

A cause is the value that a known slip would give, compared with the value that came. `causes`
yields a sentence for each cause that fits, the most specific first; the last, general one tells
where the values differ. No sentence tells the value of an element.
"""

from collections.abc import Iterator

import numpy as np

from shardlab.testing import pads, sums
from shardlab.testing.compare import largest, list_same, near, numeric, ratio, same, wrong
from shardlab.testing.pads import lost_lines, part
from shardlab.testing.words import lines, not_array, not_numbers, size
from shardlab.words import count


def glue(pieces, axis):
    """The pieces in one array, or None if they do not fit."""
    try:
        return np.concatenate(pieces, axis)
    except (ValueError, TypeError):
        return None


def not_one_array(value, expected, parts, pieces) -> Iterator[str]:
    """For what came in place of one array."""
    if isinstance(value, list | tuple) and all(isinstance(v, np.ndarray) for v in value):
        if parts and list_same(value, list(parts)):
            yield "the partial sums are not added; add them up and return one array"
        if pieces and list_same(value, list(pieces)):
            yield "the pieces are not glued; return one array made by np.concatenate"
        if value and all(same(v, expected) for v in value):
            equal = count(len(value), "equal array") if len(value) > 1 else "one array"
            yield f"returned a list of {equal}; return the array itself"
        yield f"returned a list of {count(len(value), 'array')}; return one array {size(expected)}"
    yield not_array(value)


def causes(a, e, parts=None, pieces=None, axis=None, pad=None) -> Iterator[str]:
    """Causes for an array a that is not the expected e."""
    if reason := not_numbers(a):
        yield reason
        return
    if a.dtype.kind == "c" != e.dtype.kind:
        yield "holds complex numbers; real ones are asked for"
        return
    yield from _holes(a, e)
    yield from _cut_digits(a, e)
    if parts:
        yield from sums.causes(a, e, parts)
    if pieces and axis is not None:
        yield from _glued(a, pieces, axis)
    yield from _scaled(a, e, len(parts or pieces or ()))
    if a.ndim == 2 == e.ndim:
        if pad is not None:
            yield from pads.causes(a, e, pad)
        if same(a.T, e):
            yield f"is transposed: {size(a)}; leave out the .T, or swap the factors"
        yield from _late(a, e)
    if a.shape != e.shape:
        yield from _shape(a, e)
        return
    yield _elements(a, e, parts)


def _holes(a, e) -> Iterator[str]:
    """NaN or nothing at all, where numbers are expected."""
    undefined = np.isnan(a).any() if a.shape != e.shape else (np.isnan(a) & ~np.isnan(e)).any()
    if undefined:
        yield "holds NaN; look for 0/0, or for np.empty that was never filled"
    if a.shape == e.shape and not a.any() and e.size > 1 and e.any():
        yield "is zero everywhere; look for what is never filled in, or multiplied by 0"


def _cut_digits(a, e) -> Iterator[str]:
    """The digits behind the point are gone."""
    if a.shape == e.shape and a.dtype.kind in "iu" and e.dtype.kind == "f":
        if not same(a, e) and (abs(numeric(a) - numeric(e)) < 1).all():
            yield (
                f"its dtype is {a.dtype}, not {e.dtype}, so the digits behind the point are gone; "
                "leave out the int, or make new arrays with dtype=float"
            )


def _glued(a, pieces, axis) -> Iterator[str]:
    """a should be pieces glued along axis."""
    for other in range(pieces[0].ndim):
        if other != axis and same(a, glue(pieces, other)):
            yield f"is glued along the wrong axis, {other}; glue along axis {axis}"
    order, begin, clear, scale = [], 0, True, max(map(largest, pieces))
    while a.ndim == pieces[0].ndim and begin < a.shape[axis]:
        ends = {k: begin + p.shape[axis] for k, p in enumerate(pieces) if k not in order}
        runs = {k: part(a, begin, end, axis) for k, end in ends.items()}
        fits = [k for k, run in runs.items() if same(run, pieces[k], scale)]
        if not fits:
            return
        clear = clear and len(fits) == 1  # more pieces fit here: which one it is can't be told
        order.append(fits[0])
        begin = ends[fits[0]]
    n, missing = len(pieces), [k for k in range(len(pieces)) if k not in order]
    if not missing and order != sorted(order):
        which = f"the wrong order {order}" if clear and n <= 16 else "a wrong order"
        yield f"glues the pieces in {which}; go from device 0 upwards"
    if missing and order:
        which = f"the piece of device {missing[0]}" if clear else "one piece"
        which = which if len(missing) == 1 else f"{len(missing)} of the {n} pieces"
        yield f"lacks {which}; look where the loop begins and ends"


def _scaled(a, e, n) -> Iterator[str]:
    r = ratio(a, e)
    if r is None or near(r, 1):
        return
    if near(r, -1):
        yield "has the wrong sign everywhere; look at what is subtracted from what"
    for k in sorted({n, *range(2, 17)} - {0, 1}, key=lambda k: k != n):
        of = ", the number of devices" if k == n else ""
        if near(r, k):
            yield f"is {k} times too large everywhere{of}; look for what is counted {k} times"
        if near(r, 1 / k):
            yield f"is {k} times too small everywhere{of}; look for a division by {k}"
    yield f"is off by one factor, {r:.4g}, everywhere; look for a product or division too many"


def _late(a, e) -> Iterator[str]:
    """A slice that begins k lines too late; what it has behind e's last line may be anything."""
    for axis, length in enumerate(e.shape):
        if a.shape[1 - axis] != e.shape[1 - axis]:
            continue
        for k in range(1, (length + 1) // 2):  # fewer than half in common may be chance
            begins = same(part(a, 0, length - k, axis), part(e, k, None, axis))
            right = same(part(a, 0, k, axis), part(e, 0, k, axis))
            if begins and not right and a.shape[axis] in (length - k, length):
                yield f"begins at {lines(axis, 1)} {k}, not 0; look where the slice begins"


def _shape(a, e) -> Iterator[str]:
    """Causes for another shape."""
    where = f"{size(a)} for {size(e)}"
    if a.size == e.size and same(a.ravel(), e.ravel()):
        yield f"has the right values in a wrong shape {size(a)}; make it {size(e)}"
    for axis in range(e.ndim if a.ndim == e.ndim else 0):
        long, short = a.shape[axis], e.shape[axis]
        if a.size and long > short and same(part(a, 0, short, axis), e):
            extra = long - short
            them = "it" if extra == 1 else "them"
            yield f"has {extra} {lines(axis, extra)} too many at its end, {where}; cut {them} off"
        if a.size and long < short and same(a, part(e, 0, long, axis)):
            yield lost_lines(short - long, axis, where)
    if a.ndim == 0:
        yield f"is one number, not an array {size(e)}; name the axis of the sum"
    if a.ndim == 1 < e.ndim:
        yield f"is flat, shape {size(a)}, not {size(e)}; an index, append or sum took an axis away"
    yield f"has shape {size(a)}, expected is {size(e)}; write down the shape after each step"


def _elements(a, e, parts) -> str:
    """Where a and e differ, by the rule that called them different.

    The largest difference is told only among several: of a single one it would tell the value.
    """
    off = wrong(a, e, largest(e, parts) if parts else None)
    count, place = int(off.sum()), [int(i[0]) for i in np.nonzero(np.atleast_1d(off))]
    differences = abs(numeric(a) - numeric(e))[off]
    spread = differences.min() < differences.max() < np.inf
    by = f", the largest difference is {differences.max():.3g}" if spread else ""
    at = f", the first at {place}" if a.ndim else ""
    return f"{count} of {a.size} elements are wrong{at}{by}; work that one element out by hand"

"""What went wrong with a pad of zero rows or columns: knowledge behind `shardlab.testing`.

Zeros at the end of an array mean nothing by themselves. So these causes are looked for only where
an exercise says that there is a pad, and along which axis.
"""

from collections.abc import Iterator

import numpy as np

from shardlab.testing.compare import same
from shardlab.testing.words import lines, size


def part(array, start, stop, axis):
    """The lines from start to stop along an axis, a view."""
    return array[(slice(None),) * axis + (slice(start, stop),)]


def causes(a, e, pad) -> Iterator[str]:
    """Causes for a matrix a in which the pad along axis `pad` is not that of the expected e."""
    across, length = 1 - pad, e.shape[pad]
    kept = int(max(np.nonzero(e)[pad], default=-1)) + 1  # the lines of e that are no pad
    where = f"{size(a)} for {size(e)}"
    if not kept:
        return
    extra, beside = a.shape[pad] - length, a.shape[across] - e.shape[across]
    values = part(e, 0, kept, pad)
    if not extra and not beside and kept < length:
        if same(part(a, 0, kept, pad), values) and part(a, kept, None, pad).any():
            yield f"the pad is not zero; fill the added {lines(pad)} with zeros"
        if pad == 1 and same(a.ravel()[: values.size], values.ravel()):
            yield (
                "the values run on into the next row, as resize and reshape do; "
                "put zeros beside each row"
            )
        if same(np.roll(a, kept, pad), e):
            yield f"the pad stands before the values; put the zero {lines(pad)} behind them"
    if beside > 0 and not part(a, -beside, None, across).any():  # zeros along the other axis
        inside = part(a, 0, e.shape[across], across)
        if a.shape[pad] < length and same(inside, part(e, 0, a.shape[pad], pad)):
            yield (
                f"is padded along the wrong axis, {where}: zero {lines(across)} came, "
                f"zero {lines(pad)} are asked for"
            )
        if kept < length and same(part(inside, 0, length, pad), e):
            yield f"is padded along both axes, {where}; pad one of them"
    if beside == 2 * (length - kept) > 0 and a.shape[pad] == kept + beside:
        edge = beside // 2
        if same(a, np.pad(part(e, 0, kept, pad), edge)):
            yield (
                f"is padded on all four sides, {where}; np.pad takes a pair (before, after) for "
                "each axis"
            )
    if beside:
        return
    if extra > 0 and same(part(a, 0, length, pad), e) and not part(a, length, None, pad).any():
        ends = length - kept + extra
        if kept < length:
            yield (
                f"ends with {ends} zero {lines(pad, ends)}, {where}; "
                f"{length - kept} {'is' if length - kept == 1 else 'are'} enough"
            )
        yield (f"has {extra} zero {lines(pad, extra)} too many, {where}; no pad belongs here")
    if extra < 0 and same(a, part(e, 0, a.shape[pad], pad)):
        lost = kept - a.shape[pad]
        if lost > 0:
            yield lost_lines(lost, pad, where)
        short = "missing" if a.shape[pad] <= kept else "too short"
        yield f"the pad is {short}: {-extra} zero {lines(pad, -extra)} too few, {where}"


def lost_lines(lost, axis, where) -> str:
    return f"has lost {lost} {lines(axis, lost)} at its end, {where}; look at the last index"

"""What went wrong with an array, in one sentence: knowledge behind `shardlab.testing`.

A cause is the value that a known slip would give, compared with the value that came. `causes`
yields a sentence for each cause that fits, the most specific first; the last, general one tells
where and by how much the values differ.
"""

from collections.abc import Iterator

import numpy as np

FLOAT16, FLOAT32 = 1e-2, 1e-5  # how closely floats are compared, as a share of the largest element


# --- comparing and showing -----------------------------------------------------------------------


def same(a, e) -> bool:
    """Equal in shape and value; floats to the precision of float32, so that any float will do."""
    a, e = np.asarray(a), np.asarray(e)
    if a.shape != e.shape or a.dtype.kind not in "biuf" or e.dtype.kind not in "biuf":
        return False
    if not a.size:
        return True
    floats = {x.itemsize for x in (a, e) if x.dtype.kind == "f"}
    precision = (FLOAT16 if 2 in floats else FLOAT32) if floats else 0
    a, e = a.astype(float), e.astype(float)
    return bool((abs(a - e) <= precision * abs(e).max()).all())


def list_same(values, expected) -> bool:
    """Both are lists of arrays, equal one by one."""
    if not isinstance(values, list | tuple) or not isinstance(expected, list | tuple):
        return False
    return len(values) == len(expected) and all(map(same, values, expected))


def size(value) -> str:
    """5×12 for a matrix, (12,) for a vector, the type's name for what is not an array."""
    if isinstance(value, np.ndarray):
        return "×".join(map(str, value.shape)) if value.ndim > 1 else str(value.shape)
    if isinstance(value, list | tuple):
        return f"{type(value).__name__} of {len(value)}"
    return type(value).__name__


def show(value) -> str:
    """A value short enough for a sentence; an array shows its shape alone."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, list | tuple):
        shown = [size(v) if isinstance(v, list) else show(v) for v in value[:5]]
        inner = ", ".join(shown + ["…"] * (len(value) > 5))
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    if isinstance(value, int) and abs(value) >= 10**15:
        return f"an integer of {value.bit_length()} bits"
    if value is None or isinstance(value, bool | int | float):
        return f"{value:.6g}" if isinstance(value, float) else str(value)
    if isinstance(value, str):
        return repr(value if len(value) <= 20 else value[:20] + "…")
    return size(value) if isinstance(value, np.ndarray) else f"a {type(value).__name__}"


def lines(axis: int, number: int = 2) -> str:
    """What lies along an axis: rows, columns, or its number."""
    return ("row", "column")[axis] + "s" * (number != 1) if axis < 2 else f"slices of axis {axis}"


def glue(pieces, axis):
    try:
        return np.concatenate(pieces, axis)
    except ValueError:  # they do not fit
        return np.empty(0)


def first(array, length, axis):
    return np.take(array, range(min(length, array.shape[axis])), axis)


def _core(array):
    """A matrix without its last rows and columns of zeros."""
    rows, columns = np.nonzero(array)
    return array[: max(rows, default=-1) + 1, : max(columns, default=-1) + 1]


def ratio(a, e) -> float | None:
    """r, if a = r·e throughout."""
    a, e = np.asarray(a, float), np.asarray(e, float)
    if a.shape != e.shape or not e.any() or not np.isfinite(a).all():
        return None
    r = float((a * e).sum() / (e * e).sum())
    return r if r and abs(a - r * e).max() <= 1e-5 * abs(r * e).max() else None


def near(r, target) -> bool:
    return r is not None and abs(r - target) <= 1e-4 * abs(target)


# --- the wrong kind of value ---------------------------------------------------------------------


def nothing(value, what="") -> str | None:
    if value is None:
        return (
            f"{what} is None; a function ends with `return …`, an answer replaces the stub".lstrip()
        )
    if value is Ellipsis:
        return f"{what} is still `...`; put your own value there".lstrip()


def not_array(value, what="") -> str:
    return nothing(value, what) or (
        f"{what} is not an array but {show(value)}; make it one with np.array(…)".lstrip()
    )


def dtype(value, expected, where="") -> str | None:
    if value.dtype != expected.dtype:
        return (
            f"the dtype changed from {expected.dtype} to {value.dtype}{where}; "
            f"make new arrays with dtype={expected.dtype}, as np.zeros(…, dtype=W.dtype) does"
        )


# --- one array -----------------------------------------------------------------------------------


def not_one_array(value, expected, parts, pieces) -> Iterator[str]:
    """For what came in place of one array."""
    if isinstance(value, list | tuple) and all(isinstance(v, np.ndarray) for v in value):
        for terms in (parts, pieces):
            if terms and list_same(value, list(terms)):
                yield (
                    "the partial sums are not added; add them up and return one array"
                    if (terms is parts)
                    else "the pieces are not glued; return one array made by np.concatenate"
                )
        if value and all(same(v, expected) for v in value):
            yield f"returned a list of {len(value)} equal arrays; return the array itself"
        yield f"returned a list of {len(value)} arrays; return one array {size(expected)}"
    yield not_array(value)


def causes(a, e, parts=None, pieces=None, axis=None) -> Iterator[str]:
    """Causes for an array a that is not the expected e."""
    if a.dtype.kind not in "biuf":
        yield f"holds dtype {a.dtype}, no numbers; build it from arrays of one shape"
        return
    if np.isnan(a).any():
        yield "holds NaN; look for 0/0, or for np.empty that was never filled"
    if a.shape == e.shape and not a.any() and e.any():
        yield "is zero everywhere; the loop never writes into the array that is returned"
    if parts:
        yield from _sum(a, e, parts)
    if pieces and axis is not None:
        yield from _glued(a, pieces, axis)
    yield from _scaled(a, e, len(parts or pieces or ()))
    if a.ndim == 2 == e.ndim:
        yield from _padded(a, e)
        if same(a.T, e):
            yield f"is transposed: {size(a)}; leave out the .T, or swap the factors"
    if a.shape != e.shape:
        if a.size == e.size and same(a.ravel(), e.ravel()):
            yield f"has the right values in a wrong shape {size(a)}; make it {size(e)}"
        if a.ndim == 0:
            yield f"is one number, not an array {size(e)}; name the axis of the sum"
        if a.ndim == 1 < e.ndim:
            yield f"is flat, shape {size(a)}, not {size(e)}; append and sum want an axis"
        yield f"has shape {size(a)}, expected is {size(e)}; write down the shape of each factor"
        return
    wrong = abs(a.astype(float) - e.astype(float)) > FLOAT32 * abs(e).max()
    if not wrong.any():  # integers, which must come exactly
        wrong = a != e
    place = tuple(map(int, np.argwhere(wrong)[0]))
    largest = abs(a.astype(float) - e.astype(float)).max()
    yield (
        f"{int(wrong.sum())} of {a.size} elements are wrong, the first at {list(place)}, the "
        f"largest difference is {largest:.3g}; work that one element out by hand"
    )


def _sum(a, e, parts) -> Iterator[str]:
    """a should be the sum of parts, one from each device."""
    n = len(parts)
    for k, part in enumerate(parts):
        if n > 1 and same(a, part):
            yield f"is the partial sum of device {k} alone; add the {n} of them"
    if same(a, np.stack(parts)):
        yield f"stacks the partial sums, shape {size(a)}, unadded; sum them over axis 0"
    for axis in range(e.ndim):
        if n > 1 and same(a, glue(parts, axis)):
            yield f"glues the partial sums along axis {axis}: {size(a)}; add them up instead"
    r = ratio(a, e)
    if n > 1 and near(r, 1 / n):
        yield f"is averaged, not summed, {n} times too small; leave out the division by {n}"
    if near(r, 2):
        yield "is summed twice; count how often each partial sum is added"
    if n > 1 and near(r, n):
        yield f"is {n} times too large, once for each device; sum on one side only"
    for k, part in enumerate(parts):
        if same(a, e - part):
            yield f"lacks the partial sum of device {k}; look where the loop begins and ends"
        if same(a, e + part):
            yield f"counts the partial sum of device {k} twice; start the sum from zero"


def _glued(a, pieces, axis) -> Iterator[str]:
    """a should be pieces glued along axis."""
    for other in range(pieces[0].ndim):
        if other != axis and same(a, glue(pieces, other)):
            yield f"is glued along the wrong axis, {other}; glue along axis {axis}"
    order, rest = [], a
    while len(order) < len(pieces) and rest.ndim == pieces[0].ndim and rest.shape[axis]:
        fits = [
            k
            for k, p in enumerate(pieces)
            if k not in order and same(first(rest, p.shape[axis], axis), p)
        ]
        if not fits:
            break
        order.append(fits[0])
        rest = np.delete(rest, range(pieces[fits[0]].shape[axis]), axis)
    if len(order) == len(pieces) and not rest.size and order != sorted(order):
        yield f"glues the pieces in the wrong order {order}; go from device 0 upwards"
    if order == list(range(len(order))) and 0 < len(order) < len(pieces) and not rest.size:
        yield f"lacks the piece of device {len(order)}; look where the loop ends"


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


def _padded(a, e) -> Iterator[str]:
    """a and e differ in rows or columns of zeros at their end."""
    where = f"{size(a)} for {size(e)}"
    if a.shape == e.shape:
        for axis in (0, 1):
            kept = _core(e).shape[axis]
            if kept in (0, e.shape[axis]):  # nothing but pad, or none
                continue
            if same(first(a, kept, axis), first(e, kept, axis)):
                yield f"the pad is not zero; fill the added {lines(axis)} with zeros"
            if same(np.roll(a, kept, axis), e):
                yield f"the pad stands before the values; put the zero {lines(axis)} behind them"
        return
    more = [axis for axis in (0, 1) if a.shape[axis] > e.shape[axis]]
    less = [axis for axis in (0, 1) if a.shape[axis] < e.shape[axis]]
    if same(_core(a), _core(e)):
        if more and less:
            yield (
                f"is padded along the wrong axis, {where}: zero {lines(more[0])} came, "
                f"zero {lines(less[0])} are asked for"
            )
        unpadded = _core(e).shape
        if len(more) == 2 or (more and unpadded[1 - more[0]] < e.shape[1 - more[0]]):
            yield f"is padded along both axes, {where}; pad one of them"
        if more:
            extra = a.shape[more[0]] - e.shape[more[0]]
            yield (
                f"has {extra} zero {lines(more[0], extra)} too many, {where}; "
                "the pad is not removed, or none was needed"
            )
        if less:
            lack = e.shape[less[0]] - a.shape[less[0]]
            yield f"the pad is missing: {lack} zero {lines(less[0], lack)} too few, {where}"
    for axis in (0, 1):
        if a.shape[1 - axis] != e.shape[1 - axis]:
            continue
        if axis in more and same(first(a, e.shape[axis], axis), e):
            extra = a.shape[axis] - e.shape[axis]
            yield f"has {extra} {lines(axis, extra)} too many at its end, {where}; cut them off"
        lack = _core(e).shape[axis] - a.shape[axis]
        if lack > 0 and same(a, first(e, a.shape[axis], axis)):
            yield f"has lost {lack} {lines(axis, lack)} at its end, {where}; look at the last index"

"""What went wrong with a sum of one term a device: knowledge behind `shardlab.testing`."""

from collections.abc import Iterator

import numpy as np

from shardlab.testing.compare import largest, near, numeric, ratio, same
from shardlab.testing.words import size


def causes(a, e, parts) -> Iterator[str]:
    """Causes for an array a that is not e, the sum of parts."""
    n = len(parts)
    if n > 1 and same(a, np.stack(parts)):
        yield f"stacks the partial sums, shape {size(a)}, unadded; sum them over axis 0"
    for axis in range(1, e.ndim + 1 if n > 1 else 0):
        if same(a, np.stack(parts).sum(axis)):
            yield f"is summed over axis {axis}, {size(a)}; add over the devices, axis 0"
    for axis in range(e.ndim):
        if n > 1 and same(a, np.concatenate(parts, axis)):
            yield f"glues the partial sums along axis {axis}: {size(a)}; add them up instead"
    if a.shape != e.shape or np.iscomplexobj(a):
        return
    counts = _counts(a, parts)
    if counts is None:
        found = list(_alike(a, e, parts))
        if found:
            yield f"{', or '.join(found)}; count how often each partial sum is added"
    else:
        yield from _counted(a, e, parts, counts)


def _counts(a, parts):
    """How often each part is in a; None where that can't be told, as when two parts are alike."""
    P = np.stack([numeric(p).ravel() for p in parts])
    lengths = np.sqrt((P * P).sum(axis=1))
    if not np.isfinite([lengths.sum(), numeric(a).sum()]).all() or not lengths.all():
        return None
    P /= lengths[:, None]
    gram = P @ P.T
    if np.linalg.eigvalsh(gram)[0] < 1e-6:  # a part is made of the others
        return None
    return np.linalg.solve(gram, P @ numeric(a).ravel()) / lengths


def some_of(a, parts) -> bool:
    """a is the sum of some of the parts, of each once."""
    if a.shape != np.shape(parts[0]) or np.iscomplexobj(a) or (counts := _counts(a, parts)) is None:
        return False
    times = np.rint(counts)
    made = sum(k * numeric(p) for k, p in zip(times, parts, strict=True))
    return set(times) == {0, 1} and same(a, made, largest(made, parts))


def _counted(a, e, parts, counts) -> Iterator[str]:
    """For parts of which no sum is made in two ways: a holds part i counts[i] times."""
    n = len(parts)
    average = n > 1 and np.allclose(counts, 1 / n, rtol=1e-4)
    times = np.full(n, 1 / n) if average else np.round(counts)
    made = sum(k * numeric(p) for k, p in zip(times, parts, strict=True))
    if not same(a, made.astype(e.dtype) if e.dtype.kind == "f" else made, largest(e, parts)):
        yield from _weighed(a, e, parts, counts)
        return
    if average:
        yield f"is averaged, not summed, {n} times too small; leave out the division by {n}"
    one = {k: [i for i in range(n) if times[i] == k] for k in (0, 1, 2)}
    if (times == 2).all():
        both = ", or once for each device" if n == 2 else ""
        yield f"is summed twice{both}; count how often each partial sum is added"
    if n > 1 and (times == n).all():
        yield f"is {n} times too large, once for each device; sum on one side only"
    if n > 1 and len(one[1]) == 1 and len(one[0]) == n - 1:
        yield f"is the partial sum of device {one[1][0]} alone; add the {n} of them"
    if len(one[0]) == 1 and len(one[1]) == n - 1:
        yield f"lacks the partial sum of device {one[0][0]}; look where the loop begins and ends"
    if len(one[2]) == 1 and len(one[1]) == n - 1:
        k = one[2][0]
        yield f"counts the partial sum of device {k} twice; add each of them once"
    if len(one[2]) == len(one[0]) == 1 and len(one[1]) == n - 2:
        yield (
            f"counts the partial sum of device {one[2][0]} twice and lacks that of device "
            f"{one[0][0]}; add each of them once"
        )


def _weighed(a, e, parts, counts) -> Iterator[str]:
    """a is made of the parts, but not of each as often as of the others.

    Of as many numbers as there are parts, or fewer, any array can be made: that tells nothing.
    """
    made = sum(k * numeric(p) for k, p in zip(counts, parts, strict=True))
    if len(parts) < a.size and np.ptp(counts) > 1e-6 and same(a, made, largest(e, parts)):
        shown = [f"{k:.3g}" for k in counts[:4]] + ["…"] * (len(counts) > 4)
        yield f"weighs the partial sums by {', '.join(shown)}; each of them counts once"


def _alike(a, e, parts) -> Iterator[str]:
    """For parts so alike that no device can be named."""
    n, r = len(parts), ratio(a, e)
    parts = [p for p in map(numeric, parts) if p.any()]
    if n > 1 and any(same(a, p) for p in parts):
        yield "equals one of the partial sums"
    if n > 1 and near(r, 1 / n):
        yield f"is averaged, not summed, {n} times too small"
    if near(r, 2):
        yield "is summed twice"
    if n > 2 and near(r, n):
        yield f"is {n} times too large, once for each device"
    if n > 2 and any(same(a, e - p) for p in parts):
        yield "lacks as much as one of the partial sums"
    if any(same(a, e + p) for p in parts):
        yield "has as much as one of the partial sums too much"

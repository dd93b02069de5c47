"""When two values count as equal: what `shardlab.testing` calls right, in one place."""

from decimal import Decimal
from fractions import Fraction
from math import isclose
from numbers import Integral

import numpy as np

NUMBERS = "biufc"  # the dtype kinds that hold numbers
# How far a float may be off, by the bytes of the coarser of the two: a share of the element
# itself, and, for sums that cancel, a share of the largest term. float64 asks for more than
# float32, or zeros beside a large element would pass for small values.
ALLOWED = {2: (1e-2, 1e-2), 4: (1e-5, 2e-6), 8: (1e-9, 1e-12)}


def numeric(x):
    """x in float64, or in complex128 if it is complex."""
    x = np.asarray(x)
    return x.astype(complex if x.dtype.kind == "c" else float, copy=False)


def largest(e, parts=None) -> float:
    """The largest finite element; of a sum of parts, the largest sum of absolute terms."""
    with np.errstate(all="ignore"):
        terms = abs(numeric(e)) if parts is None else sum(abs(numeric(p)) for p in parts)
    return terms[np.isfinite(terms)].max(initial=0.0)


def wrong(a, e, scale=None):
    """Where numbers a are not the numbers e of the same shape; inf and NaN equal their like.

    Integers compare exactly; a float may stand for an integer if it is within 0.001 of it.
    float16 is coarse only where e is float16 itself. `scale` is largest(e) unless given.
    """
    a, e = np.asarray(a), np.asarray(e)
    if a.dtype.kind in "biu" and e.dtype.kind in "biu":
        return a != e
    widths = [x.real.itemsize for x in (a, e) if x.dtype.kind in "fc"]
    coarse = e.dtype == np.float16
    relative, absolute = ALLOWED[2 if coarse else 4 if min(widths) <= 4 else 8]
    whole = e.dtype.kind in "biu"
    with np.errstate(all="ignore"):
        a, e = numeric(a), numeric(e)
        allowed = relative * abs(e) + absolute * (largest(e) if scale is None else scale)
        off = abs(a - e) > (np.minimum(allowed, 1e-3) if whole else allowed)
        finite = np.isfinite(a) & np.isfinite(e)
        alike = (a == e) | (np.isnan(a) & np.isnan(e))
    return np.where(finite, off, ~alike)


def same(a, e, scale=None) -> bool:
    """Equal in shape and value."""
    a, e = np.asarray(a), np.asarray(e)
    if a.shape != e.shape:
        return False
    if a.dtype.kind not in NUMBERS or e.dtype.kind not in NUMBERS:
        return a.dtype.kind == e.dtype.kind and a.dtype.kind in "US" and bool((a == e).all())
    if a.dtype.kind == "c" != e.dtype.kind:
        return False
    if a.ndim and a.size > 4096:  # most arrays that differ do so in their first row
        scale = largest(e) if scale is None else scale
        if wrong(a[:1], e[:1], scale).any():
            return False
        if (a == e).all():  # and most that do not differ are equal to the last bit
            return True
    return not wrong(a, e, scale).any()


def candidates(a, others, scale) -> list[int]:
    """Which of the others may be the same as a: those that begin with the same element."""
    fit = [k for k, other in enumerate(others) if other.shape == a.shape]
    if not a.size or not fit:
        return fit
    corners = np.array([others[k].flat[0] for k in fit])
    off = wrong(np.full(len(fit), a.flat[0]), corners, scale)
    return [k for k, differs in zip(fit, off, strict=True) if not differs]


def list_same(values, expected) -> bool:
    """Both are lists of arrays, equal one by one."""
    if not isinstance(values, list | tuple) or not isinstance(expected, list | tuple):
        return False
    arrays = all(isinstance(v, np.ndarray | np.generic) for v in values)
    return arrays and len(values) == len(expected) and all(map(same, values, expected))


def ratio(a, e) -> float | None:
    """r, if a = r·e throughout; None too where e is one value, which r would give away."""
    if a.shape != e.shape or "c" in (a.dtype.kind, e.dtype.kind):
        return None
    x, y = numeric(a), numeric(e)
    sizes = abs(y[y != 0])
    finite = np.isfinite(x).all() and np.isfinite(y).all()
    if not finite or not sizes.size or sizes.min() == sizes.max():
        return None
    unit = y / sizes.max()
    r = float((x * unit).sum() / (unit * unit).sum() / sizes.max())
    scaled = r * y
    return r if r and same(a, scaled.astype(e.dtype) if e.dtype.kind == "f" else scaled) else None


def near(r, target) -> bool:
    return r is not None and isclose(r, target, rel_tol=1e-5)


def same_number(a, e, digits=None) -> bool:
    """a is e: to 1e-6 of e, or to half a unit of its last one of `digits` significant digits.

    What has no more digits than that must come whole: 0.996 is not 1.0 to three digits. An int
    must come exactly, but for the rounding of a float, 1e-9 of it.
    """
    if a == e:
        return True
    if isinstance(e, Integral):
        slack = min(Fraction(1, 1000), Fraction(max(1, abs(e)), 10**9))
        return not isinstance(a, Integral) and abs(Fraction(a) - e) <= slack
    try:
        a, e = float(a), float(e)
    except OverflowError:
        return False
    if e == 0:
        return abs(a) <= 1e-9
    close = isclose(a, e, rel_tol=1e-6)
    if not digits or isclose(e, float(f"{e:.{digits}g}"), rel_tol=1e-9):
        return close
    unit = 10.0 ** (Decimal(e).adjusted() + 1 - digits)
    return close or abs(a - e) <= 0.5 * unit * (1 + 1e-9)

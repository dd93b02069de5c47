"""Values in words, for errors and pictures."""

from math import isfinite
from numbers import Integral, Real

import numpy as np


def an(name):
    """a list, an int64, a uint8: the name of a type with its article."""
    return f"an {name}" if name.lower().startswith(tuple("aeio")) else f"a {name}"


def kind(value):
    """What `value` is, in words for an error message."""
    if value is None:
        return "None (does a function lack its `return`?)"
    return an(type(value).__name__)


def said(value, how=repr):
    """What `value` says of itself; if that fails, as in a class of the learner's, what it is."""
    try:
        return how(value)
    except Exception:
        return f"<{an(type(value).__name__)} that can't be printed>"


def brief(value, most=40, how=repr):
    """What `value` says of itself, in one line of at most so many letters."""
    text = " ".join(said(value, how).split())
    return text if len(text) <= most else text[: most - 1] + "…"


def describe(value):
    """`float64 (4, 8)` for an array, `3 arrays, float64` for a list of them, nothing for None."""
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{value.dtype} {value.shape}"
    if value is None:
        return ""
    dtypes = sorted({str(each.dtype) for each in value})
    return f"{len(value)} arrays, {', '.join(dtypes)}"


def count(n, what):
    """1 device, 4 devices, 1,000 devices."""
    return f"{n:,} {what}" + ("" if n == 1 else "s")


def size(nbytes):
    """`nbytes` in words, with units of 1000: 512 B, 1.5 kB, 80 GB."""
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if abs(nbytes) < 999.5 or unit == "TB":
            return f"{nbytes:.3g} {unit}" if nbytes % 1 or unit != "B" else f"{nbytes:.0f} B"
        nbytes /= 1000


def duration(seconds):
    """A time in words: 0 s, 250 ns, 3.4 µs, 12 ms, 1.5 s."""
    for unit, worth in (("s", 1), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if seconds == 0 or abs(seconds) >= worth:
            return f"{seconds / worth:.4g} {unit}"
    return f"{seconds / 1e-12:.4g} ps"


def whole(value):
    """Is it a whole number? (A bool is none.)"""
    return isinstance(value, Integral) and not isinstance(value, bool)


def number(value):
    """The float of a real number, if it is finite; else None. (A bool is none.)"""
    if not isinstance(value, Real) or isinstance(value, bool):
        return None
    try:
        found = float(value)
    except (OverflowError, ValueError):
        return None
    return found if isfinite(found) else None

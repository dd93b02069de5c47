"""What went wrong with a number: knowledge behind `shardlab.testing`.

A slip is told only where it makes a number that differs from the right one by more than 1 %, so
that a small slip of arithmetic is not taken for it; where several slips make the same number, all
of them are named. No sentence holds the expected value.
"""

import math
import numbers
from collections.abc import Iterator

import numpy as np

from shardlab.testing.compare import same_number
from shardlab.testing.units import factors, plain_factors
from shardlab.testing.words import apart, nothing, show


def not_number(value, whole, integer=True) -> str | None:
    """A reason why value is no plain real number (or not whole, or no `integer` where whole)."""
    if reason := nothing(value):
        return reason
    if isinstance(value, str):
        return f"is the string {show(value)}; leave out the quotes and the unit"
    if isinstance(value, bool | np.bool_):
        return f"is {value}, a truth value; give a number"
    if isinstance(value, np.ndarray) and value.ndim:
        return f"is an array of shape {value.shape}; give a plain number, as .item() does"
    if isinstance(value, tuple) and len(value) == 1:
        return "is a tuple with one number; remove the comma at the end of the line"
    value = plain(value)
    if isinstance(value, bool):
        return f"is {value}, a truth value; give a number"
    if not isinstance(value, numbers.Real):
        return f"is {show(value)}, not a plain number; give an int or a float"
    try:
        x = float(value)
    except OverflowError:
        return None if isinstance(value, numbers.Integral) else f"is {show(value)}, far too large"
    if math.isnan(x):
        return "is NaN, not a number; look for 0/0 or inf − inf"
    if math.isinf(x):
        return "is infinite; look for a division by zero"
    if whole and not isinstance(value, numbers.Integral):
        if x.is_integer() and not integer:
            return None
        if x.is_integer():
            how = "with // between ints or wrapped in int(…)"
            return f"is the float {x!r}; it counts things, so make it an int, {how}"
        return f"is {apart(x, round(x))}, no whole number; it counts things, look at the division"


def plain(value):
    """A Python number for NumPy's."""
    value = value.item() if isinstance(value, np.ndarray | np.generic) else value
    return float(value) if isinstance(value, np.floating) else value  # longdouble


def outside(value, low, high) -> bool:
    """Not between low and high, but for the rounding of a float."""
    slack = 0 if isinstance(value, numbers.Integral) else 1e-9 * max(abs(low), abs(high))
    return not low - slack <= value <= high + slack


def out_of_range(value, low, high, unit) -> str:
    if not _fits_float(value):
        return _too_large(value)
    x = apart(value, low, high)
    if unit == "fraction" and value > high:
        what = "; which number is divided by which?"
        if 2 < value <= 100 * high:
            what = "; is it a percentage, 100 times the fraction, a count, or turned over?"
        return f"is {x}, above {high:g}; a fraction lies between {low:g} and {high:g}{what}"
    if unit == "ratio" and value > high:
        return f"is {x}, above {high:g}; is it a percentage, 100 times the ratio, or turned over?"
    side = f"below {low:g}" if value < low else f"above {high:g}"
    asked = f" (asked for in {unit})" if unit else ""
    size = "small" if value < low else "large"
    what = "is it the unit or a step on the way that makes" if unit else "which step makes"
    return f"is {x}{asked}, {side}; {what} it so {size}?"


def number(a, e, unit="", n=None, dtype=None, digits=None, between=None) -> str:
    """What is wrong with a number a that is not the expected e."""
    if not _fits_float(a):
        return _too_large(a)
    side = "large" if a > e else "small"
    if not _fits_float(e):
        return f"is {show(a)}, too {side}; work a small case out by hand and compare"
    shown = f"is {apart(a, e)}"
    found = list(dict.fromkeys(_slips(a, e, unit, n, dtype, digits)))
    if len(found) == 1:
        return f"{shown}: {found[0]}"
    if found:
        names = [cause.split("; ")[0] for cause in found]
        return f"{shown}: {', or '.join(names)}; which of them is it?"
    if unit == "fraction" and e <= 1 < a:  # no factor is looked for: it is no fraction at all
        between = between or (0, 1)
    if between is not None and outside(a, *between):
        return out_of_range(a, *between, unit)
    if isinstance(e, numbers.Integral) and abs(a - e) <= 0.01 * abs(e):
        return f"{shown}, close; a count comes exactly, so write the expression, not a rounding"
    if a == 0 and 0 < abs(e) < 1:
        return f"{shown}; look for a floor division // or an int() that cuts it off"
    if digits and abs(a - e) <= 0.01 * abs(e):
        ask = f"{digits} significant digits are asked for"
        return f"{shown}, close, but {ask}; look at the rounding, or write the expression itself"
    return f"{shown}, too {side}; work a small case out by hand and compare"


def _slips(a, e, unit, n, dtype, digits) -> Iterator[str]:
    """Each common slip that makes a of e."""

    def makes(slip):
        return abs(slip - x) > 0.01 * abs(x) and same_number(float(a), slip, digits)

    x = float(e)
    yield from _rounded(a, e, digits)
    if n and a == n:
        yield "the number of devices itself; what is asked of them?"
    known = [how for factor, how in factors(unit, n, dtype) if makes(x * factor)]
    no_fraction = unit == "fraction" and x <= 1 < a
    if not no_fraction:
        yield from known or [how for factor, how in plain_factors() if makes(x * factor)]
    if unit == "fraction" and makes(1 - x):
        yield "the other share, one minus the one asked for; read which share is meant"
    if isinstance(e, numbers.Integral) and a in (e - 1, e + 1):
        yield "off by one; try the smallest case by hand and count"
    if e and makes(1 / x):
        yield "the reciprocal; turn the fraction over"
    if e and makes(-x):
        yield "the sign is wrong; look at what is subtracted from what"


def _rounded(a, e, digits) -> Iterator[str]:
    """a is e with its last digits gone."""
    if isinstance(e, numbers.Integral) or not abs(a - e) < max(0.1 * abs(e), abs(e) > 1):
        return
    if abs(e) > 1 and a == math.floor(e):
        yield "a whole number, as // or int() would give; keep the part behind the point"
        return
    for places in range(digits or 6):
        if a and a == round(e, places):
            ask = f"at least {digits} significant digits" if digits else "every digit"
            yield f"rounded too hard; keep {ask}, or write the expression itself"
            return
    for places in range(1, 7):
        if a and a == math.trunc(e * 10**places) / 10**places:
            yield "cut off, not rounded; keep more digits, or write the expression itself"
            return


def _fits_float(x) -> bool:
    try:
        float(x)
    except OverflowError:
        return False
    return True


def _too_large(x) -> str:
    return f"is {show(x)}, far too large; look for a ** that should be a *"

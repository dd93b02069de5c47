"""What went wrong with a number, a shape or a choice: knowledge behind `shardlab.testing`.

`number` and `shape` yield a sentence for each cause that fits, the most specific first. No
sentence holds the expected value.
"""

import math
import numbers
from collections.abc import Iterator

import numpy as np

from shardlab.testing.arrays import nothing, show, size

PREFIXES = "KMGT"  # KB = 10**3 bytes, KiB = 2**10 bytes, and so on
BYTES = {"bytes", *(p + "B" for p in PREFIXES), *(p + "iB" for p in PREFIXES)}
SECONDS = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
WIDTH = {"FP64": 8, "FP32": 4, "FP16": 2, "BF16": 2, "FP8": 1}  # bytes a value


def near(a, b) -> bool:
    return math.isclose(a, b, rel_tol=2e-3)


def not_number(value, whole) -> str | None:
    """A reason why value is no plain real number (or no integer, where one is asked for)."""
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
    if isinstance(value, np.ndarray | np.generic):
        value = value.item()
    if not isinstance(value, numbers.Real):
        return f"is {show(value)}, not a plain number; give an int or a float"
    try:
        x = float(value)
    except OverflowError:
        return f"is {show(value)}, far too large; look for a ** that should be a *"
    if math.isnan(x):
        return "is NaN, not a number; look for 0/0 or inf − inf"
    if math.isinf(x):
        return "is infinite; look for a division by zero"
    if whole and not isinstance(value, numbers.Integral):
        if x.is_integer():
            return f"is the float {x!r}; it counts things, so make it an int, with // for /"
        return f"is {x:.6g}, no whole number; it counts things, so look at the division"


def out_of_range(value, low, high, unit) -> str | None:
    if low <= value <= high:
        return None
    if unit == "fraction" and value > 1:
        return (
            f"is {value:.6g}, above 1; a fraction lies between 0 and 1, "
            "and a percentage is 100 times as much"
        )
    side = f"below {low:g}" if value < low else f"above {high:g}"
    asked = f" (asked for in {unit})" if unit else ""
    return f"is {value:.6g}{asked}, {side}; estimate in your head how large it can be at all"


def number(a: float, e: float, unit="", n=None, dtype=None, digits=None) -> Iterator[str]:
    """Causes for a number a that is not the expected e."""
    shown = f"is {a:.0f}" if a.is_integer() and abs(a) < 1e15 else f"is {a:.6g}"
    if a == 0:
        yield f"{shown}; look for a floor division // or an int() that cuts it off"
    yield from (f"{shown}: {cause}" for cause in _rounded(a, e, digits))
    if e and a:
        yield from (f"{shown}: {cause}" for cause in _factor(a / e, unit, n, dtype))
    if unit == "fraction" and near(a, 1 - e):
        yield f"{shown}: the other share, one minus the one asked for; read which share is meant"
    if float(e).is_integer() and abs(a - e) == 1:
        yield f"{shown}: off by one; try the smallest case by hand and count"
    if near(a * e, 1):
        yield f"{shown}: the reciprocal; turn the fraction over"
    if near(a, -e):
        yield f"{shown}: the sign is wrong; look at what is subtracted from what"
    yield from (f"{shown}: {cause}" for cause in _plain_factor(a / e if e else 0))
    side = "large" if a > e else "small"
    yield f"{shown}, too {side}; work a small case out by hand and compare, term by term"


def _rounded(a, e, digits) -> Iterator[str]:
    """a is e with its last digits gone."""
    if abs(e) > 1 and a == math.floor(e) != e:
        yield "a whole number, as // or int() would give; keep the part behind the point"
    for places in range(digits or 6):
        if e and a == round(e, places) != e and abs(a - e) < 0.2 * abs(e):
            ask = f"at least {digits} significant digits" if digits else "every digit"
            yield f"rounded too hard; keep {ask}, or write the expression itself"


def _factor(r, unit, n, dtype) -> Iterator[str]:
    """What a is to e: units and devices."""
    if unit == "fraction" and near(r, 100):
        yield "a percentage; give a fraction between 0 and 1, so do not multiply by 100"
    if unit in ("percent", "%") and near(r, 1 / 100):
        yield "a fraction; give it in percent, 100 times as much"
    in_bytes = unit in BYTES or unit == "bits"
    for k, prefix in enumerate(PREFIXES, 1):
        decimal, binary, ratio = f"{prefix}B", f"{prefix}iB", 1.024**k
        if unit == decimal and near(r, 1 / ratio):
            yield f"in {binary}, asked for is {decimal}; divide by 10**{3 * k}, not 2**{10 * k}"
        if unit == binary and near(r, ratio):
            yield f"in {decimal}, asked for is {binary}; divide by 2**{10 * k}, not 10**{3 * k}"
    devices = bool(n) and n > 1
    if devices and near(r, n):
        also = ", or bits for bytes" if in_bytes and n == 8 else ""
        yield f"{n} times too large, the number of devices{also}; is it for one device or for all?"
    if devices and near(r, 1 / n):
        also = ", or one of 8 bits" if in_bytes and n == 8 else ""
        yield f"{n} times too small, the number of devices{also}; is it for one device or for all?"
    if dtype in WIDTH:
        for other in ("FP64", "FP32", "FP16", "FP8"):
            if WIDTH[other] != WIDTH[dtype] and near(r, WIDTH[other] / WIDTH[dtype]):
                yield (
                    f"counted in {other}, asked for is {dtype}; a {dtype} value takes "
                    f"{WIDTH[dtype]} byte{'s' * (WIDTH[dtype] > 1)}"
                )
    if unit in BYTES:
        if near(r, 8):
            yield "in bits, asked for is bytes; 8 bits are one byte"
        if near(r, 1 / 8):
            yield "8 times too small; a byte is divided by 8 only if it was a bit"
    if unit == "bits" and near(r, 1 / 8):
        yield "in bytes, asked for is bits; one byte is 8 bits"
    for other, second in SECONDS.items():
        if unit in SECONDS and other != unit and near(r, SECONDS[unit] / second):
            yield f"in {other}, asked for is {unit}; convert before you compare"


def _plain_factor(r) -> Iterator[str]:
    for k in range(1, 5):
        for base in (1000, 1024):
            for factor, side in ((base**k, "large"), (base**-k, "small")):
                if math.isclose(r, factor, rel_tol=1e-3):
                    yield f"{base**k} times too {side}; look at the unit's prefix (k, M, G)"
    if math.isclose(r, 100, rel_tol=1e-3) or math.isclose(r, 0.01, rel_tol=1e-3):
        yield f"100 times too {'large' if r > 1 else 'small'}; look at percent and fraction"
    for k in range(2, 65):
        if math.isclose(r, k, rel_tol=1e-4) or math.isclose(r, 1 / k, rel_tol=1e-4):
            side = "large" if r > 1 else "small"
            yield f"{k} times too {side}; look for a factor too many or too few"


def not_shape(value) -> str | None:
    """A reason why value is not the shape of a matrix."""
    if reason := nothing(value):
        return reason
    if isinstance(value, np.ndarray):
        return f"is an array {size(value)}; give its shape, a pair (rows, columns)"
    if isinstance(value, str):
        return f"is the string {show(value)}; give a pair of numbers (rows, columns), no quotes"
    if not isinstance(value, list | tuple):
        return f"is {show(value)}; give a pair (rows, columns)"
    if len(value) != 2:
        return f"has {len(value)} numbers, a matrix has two; give (rows, columns)"
    for part in value:
        if isinstance(part, bool) or not isinstance(part, numbers.Integral) or part < 1:
            return f"holds {show(part)}; rows and columns are whole numbers above 0"


def shape(a, e) -> Iterator[str]:
    """Causes for a shape a that is not the expected e."""
    shown = f"is {a[0]}×{a[1]}"
    if a == e[::-1]:
        yield f"{shown}: rows and columns are exchanged; rows come first"
    if a[0] == e[0]:
        yield f"{shown}: the rows are right, the columns are not; which axis is cut, into how many?"
    if a[1] == e[1]:
        yield f"{shown}: the columns are right, the rows are not; which axis is cut, into how many?"
    yield f"{shown}: neither rows nor columns fit; write the shape of each factor under the product"


def not_choice(value, options) -> str | None:
    listed = ", ".join(f'"{o}"' for o in options)
    if reason := nothing(value):
        return f"{reason} (one of {listed})"
    if not isinstance(value, str):
        return f"is {show(value)}; give one letter in quotes, one of {listed}"
    if value.strip().lower() not in list(options):
        return f"is {show(value)}; give one of {listed}"

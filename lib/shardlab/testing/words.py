"""Values as a sentence shows them: short, and never a whole array."""

import numpy as np

from shardlab.testing.compare import NUMBERS
from shardlab.words import an


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
    if isinstance(value, dict):
        held = list(value.items())[:5]
        shown = [f"{show(k)}: {size(v) if isinstance(v, dict) else show(v)}" for k, v in held]
        return f"{{{', '.join(shown + ['…'] * (len(value) > 5))}}}"
    if value is None or isinstance(value, bool | int | float):
        return f"{value:.6g}" if isinstance(value, float) else str(value)
    if isinstance(value, str):
        return repr(value if len(value) <= 20 else value[:20] + "…")
    return size(value) if isinstance(value, np.ndarray) else an(type(value).__name__)


def exception(value) -> str | None:
    """a ValueError, for the error or its class; None for what is no error."""
    kind = value if isinstance(value, type) else type(value)
    return an(kind.__name__) if issubclass(kind, BaseException) else None


def apart(x, *others) -> str:
    """The number x, with as many digits as tell it from the others."""
    if isinstance(x, int):
        return show(x)
    for digits in range(6, 18):
        shown = f"{x:.{digits}g}"
        if all(x == y or shown != f"{y:.{digits}g}" for y in others):
            break
    return f"{x:.0f}" if x.is_integer() and abs(x) < 1e15 else shown


def lines(axis: int, number: int = 2) -> str:
    """What lies along an axis: rows, columns, or its number."""
    return ("row", "column")[axis] + "s" * (number != 1) if axis < 2 else f"slices of axis {axis}"


def nothing(value, what="") -> str | None:
    if value is None:
        return f"{what} is None; put your own value there".lstrip()
    if value is Ellipsis:
        return f"{what} is still `...`; put your own value there".lstrip()


def not_array(value, what="") -> str:
    if reason := nothing(value, what):
        return reason
    if isinstance(value, list | tuple) and any(isinstance(v, np.ndarray) for v in value):
        return f"{what} is {show(value)}, not one array; return the array alone".lstrip()
    try:
        kind = np.array(value).dtype.kind
    except Exception:  # whatever came: ragged lists, objects with an __array__ of their own
        kind = "O"
    how = "make it one with np.array(…)" if kind in NUMBERS else "return an array of numbers"
    if type(value) is int and value == 0:
        how = "a sum over nothing is 0: see that the loop runs"
    return f"{what} is not an array but {show(value)}; {how}".lstrip()


def not_numbers(array, what="") -> str | None:
    if array.dtype.kind not in NUMBERS:
        return f"{what} holds dtype {array.dtype.name}, no numbers; build it of one shape".lstrip()


def dtype(value, expected, where="") -> str | None:
    if value.dtype != expected.dtype:
        return (
            f"the dtype changed from {expected.dtype} to {value.dtype}{where}; "
            f"make new arrays with dtype={expected.dtype}, as np.zeros(…, dtype=W.dtype) does"
        )

"""What went wrong with a shape, a choice or a truth value: knowledge behind `shardlab.testing`."""

import numbers
from collections.abc import Iterator

import numpy as np

from shardlab.testing.words import nothing, show, size


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
            if isinstance(part, float | np.floating) and float(part).is_integer():
                return f"holds the float {float(part)!r}; make it an int, with // for /"
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
        what = "letter" if all(len(o) == 1 for o in options) else "name"
        return f"is {show(value)}; give one {what} in quotes, one of {listed}"
    if letter(value) not in map(letter, options):
        return f"is {show(value)}; give one of {listed}"


def not_truth(value) -> str | None:
    """A reason why value is neither True nor False."""
    if reason := nothing(value):
        return reason
    if isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype == bool:
        return None
    if not isinstance(value, bool | np.bool_):
        return f"is {show(value)}; give True or False, no quotes"


def letter(value: str) -> str:
    """A choice without its case and the spaces around it."""
    return value.strip().casefold()

"""What devices ask for: a collective, a message to send, a message to receive.

Each keeps its group, so that it prints as the code wrote it, and the line that asked.
"""

from typing import NamedTuple

import numpy as np

# what all devices of a group must agree on in one collective, in the order in which errors ask
TERMS = ("operation", "op", "axis", "src", "dst", "dtype", "shape")


class Call:
    """One device's call of a collective: what it brings, and from which line of whose code."""

    __slots__ = ("axis", "dst", "group", "op", "operation", "src", "terms", "value", "where")

    def __init__(self, operation, value, group, where, axis=None, op=None, src=None, dst=None):
        self.operation = operation
        self.value = value
        self.group = group
        self.where = where
        self.axis = axis
        self.op = op
        self.src = src
        self.dst = dst
        self.terms = (operation, op, axis, src, dst, *_form(operation, value, axis))

    def __str__(self):
        parts = [describe(self.value)]
        for name in ("axis", "op", "src", "dst"):
            if getattr(self, name) is not None:
                parts.append(f"{name}={getattr(self, name)!r}")
        return f"{self.group.prefix}{self.operation}({', '.join(filter(None, parts))})"


def _form(operation, value, axis):
    """(dtype, shape) as far as the devices must agree; None for what may differ or is not there."""
    if value is None or operation == "scatter":  # who only takes brings no array
        return None, None
    if operation == "all_gather":  # pieces may be uneven along the axis of the glue
        return value.dtype, value.shape[:axis] + value.shape[axis + 1 :]
    if operation == "gather":
        return value.dtype, None
    if operation == "all_to_all":
        return value[0].dtype, None
    return value.dtype, value.shape


class Receive(NamedTuple):
    """A device waits for a message from place `src` of a group, of the form of `like`."""

    group: object
    src: int
    like: object
    where: tuple

    @property
    def operation(self):
        return "recv"

    @property
    def sender(self):
        return self.group.ranks[self.src]

    def __str__(self):
        return f"{self.group.prefix}recv(src={self.src}, like={describe(self.like)})"


class Message(NamedTuple):
    """An array on its way to place `dst` of a group.

    `chain` counts the messages up to it that waited for each other, and `arrival` is when its last
    byte is there, in seconds of the simulated clock.
    """

    x: object
    group: object
    dst: int
    chain: int
    arrival: float
    where: tuple

    def __str__(self):
        return f"{self.group.prefix}send({describe(self.x)}, dst={self.dst})"


def describe(value):
    """`float64 (4, 8)` for an array, `3 arrays` for a list of them, nothing for None."""
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{value.dtype} {value.shape}"
    return "" if value is None else f"{len(value)} arrays"

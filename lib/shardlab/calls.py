"""What devices ask for: a collective, a message to send, a message to receive.

Each keeps its group, so that it prints as the code wrote it, and the line that asked.
"""

from typing import NamedTuple

import numpy as np

# what all devices of a group must agree on in one collective, in the order in which errors ask
TERMS = ("operation", "op", "axis", "src", "dst", "dtype", "shape")


class Call:
    """One device's call of a collective: what it brings, and the terms on which it calls.

    `terms` holds a value for each of TERMS; None for what the collective has not, or may differ.
    `where` is the line that asked, filled in when somebody wants to know.
    """

    __slots__ = ("group", "terms", "value", "where")

    def __init__(self, group, value, terms, where=None):
        self.group = group
        self.value = value
        self.terms = terms
        self.where = where

    @property
    def operation(self):
        return self.terms[0]

    @property
    def op(self):
        return self.terms[1]

    @property
    def axis(self):
        return self.terms[2]

    @property
    def src(self):
        return self.terms[3]

    @property
    def dst(self):
        return self.terms[4]

    def __str__(self):
        parts = [describe(self.value)]
        for name, term in zip(TERMS[1:5], self.terms[1:5], strict=True):
            if term is not None:
                parts.append(f"{name}={term!r}")
        return f"{self.group.prefix}{self.operation}({', '.join(filter(None, parts))})"


class Receive:
    """A device waits for a message from place `src` of a group, of the form of `like`."""

    __slots__ = ("group", "like", "src", "where")
    operation = "recv"

    def __init__(self, group, src, like, where=None):
        self.group = group
        self.src = src
        self.like = like
        self.where = where

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

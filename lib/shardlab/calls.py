"""What devices ask for: a collective, a message to send, a message to receive.

Each keeps its group, so that it prints as the code wrote it, and the line that asked.
"""

from typing import NamedTuple

from shardlab.words import describe

# what all devices of a group must agree on, besides the operation, in the order that errors ask
TERMS = {
    "all_gather": ("axis", "dtype", "shape"),  # of the shape, what is not along the axis
    "all_reduce": ("op", "dtype", "shape"),
    "all_to_all": ("dtype",),
    "barrier": (),
    "broadcast": ("src", "dtype", "shape"),  # the last two are None on who only takes
    "gather": ("dst", "dtype"),
    "reduce": ("op", "dst", "dtype", "shape"),
    "reduce_scatter": ("op", "axis", "dtype", "shape"),
    "scatter": ("src",),
}


class Call:
    """One device's call of a collective: what it brings, and the terms on which it calls.

    `terms` is the operation, followed by its TERMS. `where` is the line that asked, filled in when
    somebody wants to know.
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
        return self.term("op")

    @property
    def axis(self):
        return self.term("axis")

    @property
    def src(self):
        return self.term("src")

    @property
    def dst(self):
        return self.term("dst")

    def term(self, name):
        """The term of that name; None where the operation has no such term."""
        names = TERMS[self.operation]
        return self.terms[1 + names.index(name)] if name in names else None

    def __str__(self):
        names = [name for name in TERMS[self.operation] if name not in ("dtype", "shape")]
        parts = [describe(self.value), *(f"{name}={self.term(name)!r}" for name in names)]
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

"""What devices ask for: a collective, a message to send, a message to receive.

Each keeps its group, so that it prints as the code wrote it, and the line that asked.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """One device's call of a collective: what it brings, and from which line of whose code."""

    operation: str
    value: object
    group: object
    where: tuple
    axis: int | None = None
    op: str | None = None
    src: int | None = None

    def __str__(self):
        parts = [describe(self.value)]
        for name in ("axis", "op", "src"):
            if getattr(self, name) is not None:
                parts.append(f"{name}={getattr(self, name)!r}")
        return f"{self.group.prefix}{self.operation}({', '.join(filter(None, parts))})"

    def terms(self):
        """What all devices of a group must agree on; a device that only takes brings no array."""
        dtype = shape = None
        if isinstance(self.value, (np.ndarray, np.generic)):
            dtype, shape = self.value.dtype, self.value.shape
            if self.operation == "all_gather":  # pieces may be uneven along the axis of the glue
                shape = shape[: self.axis] + shape[self.axis + 1 :]
        return Terms(self.operation, self.op, self.axis, self.src, dtype, shape)


class Terms(NamedTuple):
    operation: str
    op: str | None
    axis: int | None
    src: int | None
    dtype: np.dtype | None
    shape: tuple | None


@dataclass(frozen=True)
class Receive:
    """A device waits for a message from place `src` of a group, of the form of `like`."""

    group: object
    src: int
    like: object
    where: tuple

    @property
    def sender(self):
        return self.group.ranks[self.src]

    def __str__(self):
        return f"{self.group.prefix}recv(src={self.src}, like={describe(self.like)})"


@dataclass(frozen=True)
class Message:
    """An array on its way to place `dst` of a group; `chain` counts the messages up to it."""

    x: object
    group: object
    dst: int
    chain: int
    where: tuple

    def __str__(self):
        return f"{self.group.prefix}send({describe(self.x)}, dst={self.dst})"


def describe(value):
    """`float64 (4, 8)` for an array, `3 arrays` for a list of them, nothing for None."""
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{value.dtype} {value.shape}"
    return "" if value is None else f"{len(value)} arrays"

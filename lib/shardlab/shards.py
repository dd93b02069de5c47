"""Arrays cut for devices along an axis, and glued together again."""

from collections.abc import Sequence

import numpy as np

from shardlab.errors import ShardError


class Shards(Sequence):
    """One array a device: the pieces of a whole, or full copies of it.

    `pieces[i]` is the array of device i. They were cut along `axis`; `axis=None` means that
    each device holds a full copy. Pieces are contiguous and share no memory.
    """

    def __init__(self, pieces, axis):
        self.pieces = tuple(pieces)
        self.axis = axis
        if not self.pieces:
            raise ShardError("Shards: there is no piece; give one array for each device.")

    @property
    def shapes(self):
        """The shape of each piece, by device."""
        return [piece.shape for piece in self.pieces]

    def glue(self):
        """The whole again: the pieces one after another along `axis`, or the one copy."""
        if self.axis is not None:
            return np.concatenate(self.pieces, axis=self.axis)
        first, *others = self.pieces
        for device, other in enumerate(others, start=1):
            if not np.array_equal(first, other):
                raise ShardError(
                    f"glue: the copies on devices 0 and {device} differ, so there is no one whole; "
                    "if they are pieces or partial sums, say along which axis, or add them."
                )
        return first.copy()

    def __getitem__(self, device):
        return self.pieces[device]

    def __len__(self):
        return len(self.pieces)

    def __repr__(self):
        how = "copies" if self.axis is None else f"cut along axis {self.axis}"
        shapes = ", ".join(map(str, self.shapes))
        return f"Shards({len(self)} devices, {how}, {self.pieces[0].dtype}: {shapes})"


class Cut:
    """How an array is to be cut, before it is known for how many devices: `run` knows."""

    def __init__(self, array, axis):
        self.array = as_array(array, "shard")
        self.axis = axis
        if axis is None:
            return
        if not isinstance(axis, (int, np.integer)) or not -array.ndim <= axis < array.ndim:
            raise ShardError(
                f"shard: an array of shape {self.array.shape} has no axis {axis!r}; "
                f"its axes are 0 to {array.ndim - 1}."
                if array.ndim
                else "shard: a single number can't be cut; replicate it."
            )
        self.axis = int(axis) % array.ndim

    def on(self, n):
        """The pieces for n devices; where n does not divide, the first devices hold one more."""
        if not isinstance(n, (int, np.integer)) or n < 1:
            raise ShardError(f"shard: n is the number of devices, 1 or more; it was {n!r}.")
        if self.axis is None:
            return Shards([self.array.copy() for _ in range(n)], None)
        pieces = np.array_split(self.array, n, axis=self.axis)
        return Shards([np.array(piece, order="C") for piece in pieces], self.axis)

    def __repr__(self):
        how = "copied" if self.axis is None else f"to be cut along axis {self.axis}"
        return f"Cut({self.array.dtype} {self.array.shape}, {how})"


def shard(array, axis, n=None):
    """Cut `array` along `axis` into one piece a device.

    With n, the `Shards` of n devices; without, a `Cut` that `run` completes with the size of its
    mesh. Cutting (d, m) along axis 0 on n devices gives pieces (d/n, m).

    Raises ShardError if the axis does not exist, n < 1, or `array` is no array of plain values.
    """
    cut = Cut(array, axis)
    return cut if n is None else cut.on(n)


def replicate(array, n=None):
    """A full copy of `array` for each device; n as in `shard`."""
    return shard(array, None, n)


def as_array(value, operation):
    """`value`, if it is an array that a device can hold; else a ShardError that says why not."""
    if not isinstance(value, (np.ndarray, np.generic)):
        raise ShardError(
            f"{operation}: needs a NumPy array, but got {_kind(value)}; "
            "make one first, for example with np.array(...)."
        )
    if value.dtype.hasobject:
        raise ShardError(
            f"{operation}: the array of shape {value.shape} holds Python objects, which no device "
            "can send; give it a numeric dtype (rows of unequal length are a common cause)."
        )
    return value


def _kind(value):
    if value is None:
        return "None (does a function lack its `return`?)"
    return f"a {type(value).__name__}"

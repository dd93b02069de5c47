"""Arrays cut for devices along an axis, and glued together again."""

from collections.abc import Iterable, Sequence

import numpy as np

from shardlab.errors import ShardError
from shardlab.words import count, kind, whole


class Shards(Sequence):
    """One array a device: the pieces of a whole, or full copies of it.

    `pieces[i]` is the array of device i. They were cut along `axis`; `axis=None` means that
    each device holds a full copy. `shard` makes pieces that are contiguous and share no memory.

    Raises ShardError unless the pieces are arrays whose shapes agree: in all axes for copies, in
    all but `axis`, along which any length may be zero, for a cut.
    """

    def __init__(self, pieces, axis):
        if isinstance(pieces, np.ndarray | np.generic) or not isinstance(pieces, Iterable):
            what = f"one array {pieces.shape}" if hasattr(pieces, "shape") else kind(pieces)
            raise ShardError(
                f"Shards: got {what}; give a list with one array for each device, "
                "or cut an array with shard(array, axis, n)."
            )
        pieces = list(pieces)
        if not pieces:
            raise ShardError("Shards: there is no piece; give one array for each device.")
        self.pieces = tuple(as_array(p, f"Shards, device {i}") for i, p in enumerate(pieces))
        self.axis = None if axis is None else from_front(axis, self.pieces[0].shape, "Shards")
        self._check_shapes()

    def _check_shapes(self):
        first = self.pieces[0].shape
        for device, shape in enumerate(self.shapes):
            if self._fixed(shape) == self._fixed(first):
                continue
            differ = f"Shards: devices 0 and {device} hold shapes {first} and {shape}"
            if self.axis is None:
                raise ShardError(f"{differ}, but copies have one shape; for pieces, name the axis.")
            raise ShardError(
                f"{differ}, but pieces of a cut along axis {self.axis} differ along that axis "
                "only; repair the pieces, or name another axis."
            )

    def _fixed(self, shape):
        """What all pieces have in common: the number of axes, and every length but the cut's."""
        return len(shape), *(length for axis, length in enumerate(shape) if axis != self.axis)

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
        return f"Shards({count(len(self), 'device')}, {how}, {self.pieces[0].dtype}: {shapes})"


class Cut:
    """How an array is to be cut, before it is known for how many devices: `run` knows."""

    def __init__(self, array, axis, over=()):
        self.array = as_array(array, "shard")
        self.axis = None if axis is None else from_front(axis, array.shape, "shard")
        self.over = over

    def on(self, n):
        """The pieces for n devices; where n does not divide, the first devices hold one more."""
        if not whole(n) or n < 1:
            raise ShardError(f"shard: n is the number of devices, 1 or more; it was {n!r}.")
        if self.axis is None:
            return Shards([self.array.copy() for _ in range(n)], None)
        pieces = np.array_split(self.array, n, axis=self.axis)
        return Shards([np.array(piece, order="C") for piece in pieces], self.axis)

    def on_mesh(self, mesh):
        """The piece of each device of a mesh, by rank: new arrays, also where pieces are alike."""
        groups = [mesh.group(rank, *(self.over or mesh.axes)) for rank in range(mesh.size)]
        pieces = self.on(len(groups[0]))
        return [
            np.array(pieces[group.index(rank)], order="C") if self.over else pieces[rank]
            for rank, group in enumerate(groups)
        ]

    def __getitem__(self, device):
        raise ShardError(
            "shard: how many pieces there are is known only in run; for pieces to look at, give n, "
            "as in shard(X, axis=0, n=2)."
        )

    def __getattr__(self, name):
        if name in ("glue", "pieces", "shapes"):
            self[0]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self):
        how = "copied" if self.axis is None else f"to be cut along axis {self.axis}"
        over = f" over {', '.join(self.over)}" if self.over else ""
        return f"Cut({self.array.dtype} {self.array.shape}, {how}{over})"


def shard(array, axis, n=None, *, over=None):
    """Cut `array` along `axis` into one piece a device.

    With n, the `Shards` of n devices; without, a `Cut` that `run` completes with the size of its
    mesh. Cutting (d, m) along axis 0 on n devices gives pieces (d/n, m). Where n does not divide
    d, the first devices hold one more.

    `over` names an axis of a mesh with several, or a tuple of them: the array is cut for the
    devices along it, from the lowest rank to the highest, and devices that differ only in the
    other axes get copies of one piece.

    Raises ShardError if the axis does not exist, n < 1, or `array` is no array of plain values.
    """
    if over is None:
        cut = Cut(array, axis)
        return cut if n is None else cut.on(n)
    over = over if isinstance(over, tuple) else (over,)
    if n is not None or not over or not all(isinstance(name, str) for name in over):
        raise ShardError(
            'shard: over names axes of the mesh, as in shard(X, axis=0, over="dp"), and then '
            f"`run` knows how many devices there are; it was over={over!r}, n={n!r}."
        )
    return Cut(array, axis, over)


def replicate(array, n=None):
    """A full copy of `array` for each device; n as in `shard`."""
    return shard(array, None, n)


def as_array(value, operation):
    """`value`, if it is an array that a device can hold; else a ShardError that says why not."""
    if type(value) is np.ndarray and not value.dtype.hasobject:
        return value
    if not isinstance(value, (np.ndarray, np.generic)):
        raise ShardError(
            f"{operation}: needs a NumPy array, but got {kind(value)}; "
            "make one first, for example with np.array(...)."
        )
    if isinstance(value, np.ma.MaskedArray):
        raise ShardError(
            f"{operation}: the array of shape {value.shape} is masked, and a mask is not sent; "
            "fill it first, with x.filled(0)."
        )
    if value.dtype.hasobject:
        raise ShardError(
            f"{operation}: the array of shape {value.shape} holds Python objects, which no device "
            "can send; give it a numeric dtype (rows of unequal length are a common cause)."
        )
    return value


def from_front(axis, shape, operation):
    """`axis` counted from 0, if an array of this shape has it; else a ShardError."""
    if not shape:
        raise ShardError(f"{operation}: a single number can't be cut; replicate it.")
    if not whole(axis) or not -len(shape) <= axis < len(shape):
        raise ShardError(
            f"{operation}: an array of shape {shape} has no axis {axis!r}; "
            f"its axes are 0 to {len(shape) - 1}."
        )
    return int(axis) % len(shape)

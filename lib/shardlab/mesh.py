"""Devices in a grid with named axes."""

from functools import partial
from itertools import product
from math import prod
from types import MappingProxyType

from shardlab.errors import ShardError
from shardlab.words import whole

MOST_DEVICES = 1024


class Mesh:
    """A grid of devices: `Mesh(dp=2, pp=4, tp=8)` has 64 of them and three axes.

    Ranks run from 0; the last axis is the fastest, so neighbours in rank differ in it. A device
    knows where it stands: `dev.coordinates` is `{"dp": 0, "pp": 1, "tp": 3}`.
    """

    __slots__ = ("_groups", "_places", "axes", "size")

    def __init__(self, *sizes, **axes):
        if sizes or not axes:
            raise ShardError("Mesh: name each axis, as in Mesh(tp=4) or Mesh(dp=2, tp=4).")
        for name, size in axes.items():
            if not whole(size) or size < 1:
                raise ShardError(
                    f"Mesh: the axis {name!r} needs a whole number of devices, 1 or more; "
                    f"it was {size!r}."
                )
        # all devices of a run have one mesh in common: nothing can be left in it
        set_once = partial(object.__setattr__, self)
        set_once("axes", MappingProxyType({name: int(size) for name, size in axes.items()}))
        set_once("size", prod(self.axes.values()))
        if self.size > MOST_DEVICES:
            raise ShardError(
                f"Mesh: {self.size:,} devices are more than one laptop can emulate; "
                f"take at most {MOST_DEVICES:,}."
            )
        places = product(*map(range, self.axes.values()))
        set_once("_places", [dict(zip(axes, place, strict=True)) for place in places])
        set_once("_groups", {})

    def __setattr__(self, name, value):
        raise ShardError(f"Mesh: it can't be changed, so {name!r} can't be set; make another one.")

    def group(self, rank, *names):
        """The ranks that `rank` reaches along the axes `names`, itself among them, in order.

        The order of the names makes no difference. Raises ShardError if the mesh has no such axis.
        """
        if names not in self._groups:
            for name in names:
                if name not in self.axes:
                    raise ShardError(
                        f"{self} has no axis {name!r}; its axes are {', '.join(self.axes)}."
                    )
            self._groups[names] = self._partition(names)
        return self._groups[names][rank]

    def _partition(self, names):
        """For each rank, the ranks whose coordinates differ from its own only along `names`."""
        members = {}
        fixed = [
            tuple(where for axis, where in place.items() if axis not in names)
            for place in self._places
        ]
        for rank, key in enumerate(fixed):
            members.setdefault(key, []).append(rank)
        groups = {key: tuple(ranks) for key, ranks in members.items()}
        return [groups[key] for key in fixed]

    def __reduce__(self):  # what it remembers of its groups need not travel
        return _mesh, (dict(self.axes),)

    def __eq__(self, other):
        return isinstance(other, Mesh) and list(self.axes.items()) == list(other.axes.items())

    def __hash__(self):
        return hash(tuple(self.axes.items()))

    def __repr__(self):
        return f"Mesh({', '.join(f'{name}={size}' for name, size in self.axes.items())})"


def _mesh(axes):
    return Mesh(**axes)

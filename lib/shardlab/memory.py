"""What a device holds: a store of arrays by name, which counts their bytes.

dev.memory["W"] = W_i           # held until deleted or replaced
dev.memory.reserve("Adam", 8e9) # bytes without an array: to budget what fits no laptop
del dev.memory["W"]
"""

from collections.abc import Hashable, MutableMapping
from numbers import Real

import numpy as np

from shardlab.errors import OutOfMemory, ShardError
from shardlab.shards import as_array
from shardlab.words import kind, size


class _NotHeld(ShardError, KeyError):
    """Also a KeyError, so that `get` and `pop` with a default work as for a dict."""

    __str__ = Exception.__str__  # a KeyError's would quote the sentence


class Reserved:
    """Bytes that a device holds without an array."""

    def __init__(self, nbytes):
        self.nbytes = nbytes

    def __repr__(self):
        return f"Reserved({size(self.nbytes)})"


class Memory(MutableMapping):
    """The memory of one device: names and what is held under them, with a count of the bytes.

    A value is an array, or a list, tuple or dict of such values; its bytes count from when it is
    stored until its name is deleted or stored anew. The store keeps the array itself, no copy; an
    array under two names counts twice, a view as what it shows. What a function holds in its own
    variables is not counted.

    nbytes       bytes held now
    peak_bytes   the most held at once
    history      (name, change in bytes, bytes held after it), one for each change

    Raises OutOfMemory where the hardware of the run has less; the message names the device, what
    it holds and what it asked for. What was held stays held.
    """

    def __init__(self, engine, rank, mesh):
        self._engine, self._rank, self._mesh = engine, rank, mesh
        self._held = {}
        self.nbytes = self.peak_bytes = 0
        self.history = []

    def reserve(self, name, nbytes):
        """Hold `nbytes` bytes under a name without an array."""
        number = isinstance(nbytes, Real) and not isinstance(nbytes, bool)
        if not number or not 0 <= nbytes <= 1e15:
            raise ShardError(
                f"memory: {name!r} needs a number of bytes, 0 or more and at most 1e15, "
                f"not {nbytes!r}."
            )
        self._hold(name, Reserved(int(nbytes)))

    def __setitem__(self, name, value):
        self._hold(name, value)

    def __getitem__(self, name):
        return self._entry(name)[0]

    def __delitem__(self, name):
        _, nbytes = self._entry(name)
        self._count(name, -nbytes)
        del self._held[name]

    def __iter__(self):
        return iter(self._held)

    def __len__(self):
        return len(self._held)

    def __repr__(self):
        return f"Memory of device {self._rank}: {self._contents()}, in all {size(self.nbytes)}"

    def _entry(self, name):
        try:
            return self._held[name]
        except KeyError:
            raise _NotHeld(
                f"memory: device {self._rank} holds nothing named {name!r}; "
                f"it holds {self._contents()}."
            ) from None

    def __contains__(self, name):
        return name in self._held

    def _hold(self, name, value):
        if not isinstance(name, Hashable):
            raise ShardError(f"memory: a name is a string or a tuple, not {kind(name)}.")
        nbytes = _bytes(value, name)
        _, before = self._held.get(name, (None, 0))
        limit = self._engine.hardware.memory
        if self.nbytes - before + nbytes > limit:
            raise OutOfMemory(
                f"Device {self._rank} of {self._mesh} is out of memory: it holds "
                f"{self._contents()}, and asks for {size(nbytes)} for {name!r}; "
                f"{self._engine.hardware.name} has {size(limit)}. "
                "Delete what is no longer needed, or cut it for more devices."
            )
        self._count(name, nbytes - before)
        self._held[name] = value, nbytes

    def _count(self, name, change):
        self._engine.hold(self._rank, name, change)
        self.nbytes += change
        self.peak_bytes = max(self.peak_bytes, self.nbytes)
        self.history.append((name, change, self.nbytes))

    def _contents(self):
        """The largest things held, in words."""
        largest = sorted(self._held.items(), key=lambda entry: -entry[1][1])
        named = [f"{name!r} {size(nbytes)}" for name, (_, nbytes) in largest[:6]]
        if len(largest) > 6:
            named.append(f"{len(largest) - 6} more {size(sum(n for _, (_, n) in largest[6:]))}")
        return ", ".join(named) or "nothing"


def _bytes(value, name):
    """The bytes of the arrays in `value`."""
    if isinstance(value, Reserved | np.ndarray | np.generic):
        return value.nbytes if isinstance(value, Reserved) else as_array(value, "memory").nbytes
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return sum(_bytes(each, name) for each in value)
    raise ShardError(
        f"memory: {name!r} needs an array, or a list, tuple or dict of arrays, but got "
        f"{kind(value)}; for bytes without an array there is memory.reserve(name, nbytes)."
    )

"""What one device can do: send, receive, and take part in collectives.

The names are torch.distributed's. Every method returns new arrays and changes no argument.
"""

from collections.abc import Sequence

import numpy as np

from shardlab.calls import Call
from shardlab.collectives import REDUCTIONS
from shardlab.errors import ShardError
from shardlab.shards import as_array, from_front
from shardlab.tracebacks import where


class Group:
    """Some devices of a mesh as one of them sees it: `rank` is its place, 0 to size − 1."""

    def __init__(self, engine, world_rank, ranks, name, prefix=""):
        self._engine = engine
        self._world_rank = world_rank
        self._name = name
        self.ranks = ranks  # of the members, in the mesh
        self.rank = ranks.index(world_rank)
        self.size = len(ranks)
        self.prefix = prefix  # how code names it: dev["tp"]. or, for the whole mesh, nothing

    def send(self, x, dst):
        """Hand a copy of x to device `dst`; does not wait until it is received."""
        x = as_array(x, "send")
        dst = self._member(dst, "send", "dst")
        self._engine.send(self._world_rank, self, dst, x)

    def recv(self, src, *, like):
        """The next array from device `src`, which must have the shape and dtype of `like`."""
        like = as_array(like, "recv: like")
        src = self._member(src, "recv", "src")
        return self._engine.recv(self._world_rank, self, src, like)

    def all_reduce(self, x, op="sum"):
        """Σ_i x_i on every device, in the order of the ranks; x and the result have one shape.

        `op` is "sum", "max", "min" or "mean"; a mean needs floats.
        """
        x = as_array(x, "all_reduce")
        return self._meet("all_reduce", x, op=self._reduction(op, x, "all_reduce"))

    def all_gather(self, x, *, axis):
        """[x_0 | x_1 | …] on every device: the pieces glued along `axis`, which may be uneven."""
        x = as_array(x, "all_gather")
        return self._meet("all_gather", x, axis=self._axis(x, axis, "all_gather"))

    def reduce_scatter(self, x, *, axis, op="sum"):
        """Piece `rank` of Σ_i x_i, cut along `axis`: x (n·d, m) gives (d, m) for axis 0."""
        x = as_array(x, "reduce_scatter")
        axis = self._axis(x, axis, "reduce_scatter")
        op = self._reduction(op, x, "reduce_scatter")
        return self._meet("reduce_scatter", x, axis=axis, op=op)

    def broadcast(self, x, *, src):
        """The x of device `src`, on every device; the others may pass None."""
        src = self._member(src, "broadcast", "src")
        if self.rank == src or x is not None:
            x = as_array(x, "broadcast")
        return self._meet("broadcast", x, src=src)

    def scatter(self, xs, *, src):
        """Array `rank` of the list xs of device `src`; the others pass None."""
        src = self._member(src, "scatter", "src")
        if self.rank != src:
            if xs is not None:
                raise ShardError(
                    f"scatter: only rank {src} hands out arrays; rank {self.rank} passes None."
                )
        elif not isinstance(xs, Sequence) or isinstance(xs, str) or len(xs) != self.size:
            got = f"{len(xs)} of them" if isinstance(xs, list | tuple) else type(xs).__name__
            raise ShardError(
                f"scatter: rank {src} needs a list of {self.size} arrays, one a device; "
                f"it has {got}."
            )
        else:
            xs = [as_array(x, "scatter") for x in xs]
        return self._meet("scatter", xs, src=src)

    def barrier(self):
        """Wait until every device of the group is here. Moves no data."""
        self._meet("barrier", None)

    def _meet(self, operation, value, **terms):
        call = Call(operation, value, self, where(), **terms)
        return self._engine.meet(self._world_rank, call)

    def _member(self, rank, operation, name):
        """`rank`, if it is the rank of a device of this group."""
        if isinstance(rank, bool) or not isinstance(rank, (int, np.integer)):
            raise ShardError(f"{operation}: {name} is the rank of a device; it was {rank!r}.")
        if not 0 <= rank < self.size:
            raise ShardError(
                f"{operation}: there is no rank {rank} in {self._name}, which has the ranks "
                f"0 to {self.size - 1}; for a ring, take ranks modulo dev.size."
            )
        return int(rank)

    def _axis(self, x, axis, operation):
        if not x.ndim:
            raise ShardError(f"{operation}: a single number has no axis; use x.reshape(1).")
        return from_front(axis, x.shape, operation)

    def _reduction(self, op, x, operation):
        if not isinstance(op, str) or op not in REDUCTIONS:
            raise ShardError(f"{operation}: op is one of {', '.join(REDUCTIONS)}; it was {op!r}.")
        if x.dtype.kind not in ("fc" if op == "mean" else "iufc"):
            kinds = "floats" if op == "mean" else "numbers"
            raise ShardError(
                f"{operation}: {op} needs {kinds}, not {x.dtype}; convert with x.astype(float)."
            )
        return op

    def __repr__(self):
        return f"device {self.rank} of {self._name}"


class Device(Group):
    """One device of a mesh. `dev["tp"]` is the group along that axis, with the same methods."""

    def __init__(self, engine, mesh, rank):
        super().__init__(engine, rank, tuple(range(mesh.size)), repr(mesh))
        self.mesh = mesh
        self.coordinates = dict(mesh._places[rank])
        self._groups = {}

    def __getitem__(self, axes):
        names = axes if isinstance(axes, tuple) else (axes,)
        if not all(isinstance(name, str) for name in names):
            raise ShardError(
                f'dev[…]: give names of axes, as in dev["tp"] or dev["dp", "tp"]; it was {axes!r}.'
            )
        if names not in self._groups:
            ranks = self.mesh.group(self.rank, *names)
            name = f"the group along {', '.join(map(str, names))} of {self.mesh}"
            prefix = f"dev[{', '.join(map(repr, names))}].".replace("'", '"')
            self._groups[names] = Group(self._engine, self.rank, ranks, name, prefix)
        return self._groups[names]

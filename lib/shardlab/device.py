"""What one device can do: compute, hold, send, receive, and take part in collectives.

The names are torch.distributed's. Every method returns new arrays and changes no argument. Who
carries a message is the engine's affair: the emulator in this process, or real ranks. An engine has

    send(group, x, dst)           hand x to place dst of the group
    recv(group, src, like)        the next array from place src
    meet(call)                    a collective: what this device takes home
    compute(rank, flops, what)    note a computation
    hold(rank, name, change)      note bytes that come to the memory, or go
    hardware                      what a device computes and sends in a second, and what it holds

An engine that knows the line of the learner's code from elsewhere takes it as `line`.
"""

import sys
from collections.abc import Sequence
from numbers import Real

import numpy as np

from shardlab.calls import Call
from shardlab.collectives import REDUCTIONS
from shardlab.errors import ShardError
from shardlab.memory import Memory
from shardlab.shards import as_array, from_front
from shardlab.words import whole


class Group:
    """Some devices of a mesh as one of them sees it: `rank` is its place, 0 to size − 1.

    `axes` names the axes of the mesh along which they lie; none, if it is the whole mesh.
    """

    def __init__(self, engine, mesh, global_rank, axes=()):
        self._engine = engine
        self.global_rank = global_rank  # of this device, in the mesh
        self.mesh = mesh
        self.axes = axes
        self.ranks = mesh.group(global_rank, *(axes or mesh.axes))  # of the members, in the mesh
        self.rank = self.ranks.index(global_rank)
        self.size = len(self.ranks)
        self._meeting = (
            None  # where an engine keeps what it needs for this group: no look-up a call
        )

    @property
    def prefix(self):
        """How code names it: `dev["tp"].` or, for the whole mesh, nothing."""
        names = ", ".join(f'"{axis}"' for axis in self.axes)
        return f"dev[{names}]." if names else ""

    def send(self, x, dst):
        """Hand a copy of x to device `dst`; does not wait until it is received."""
        x = as_array(x, "send")
        self._engine.send(self, x, self._member(dst, "send", "dst"))

    def recv(self, src, *, like):
        """The next array from device `src`, which must have the shape and dtype of `like`."""
        if like is None:
            raise ShardError("recv: like is None; give an array of the shape and dtype that comes.")
        like = as_array(like, "recv: like")
        return self._engine.recv(self, self._member(src, "recv", "src"), like)

    def all_reduce(self, x, op="sum"):
        """Σ_i x_i on every device, in the order of the ranks; x and the result have one shape.

        `op` is "sum", "max", "min" or "mean"; a mean needs floats.
        """
        if type(x) is not np.ndarray or x.dtype.kind != "f" or op != "sum":  # not the usual case
            _check_summand(x, op, "all_reduce")
        return self._engine.meet(Call(self, x, ("all_reduce", op, x.dtype, x.shape)))

    def reduce(self, x, *, dst, op="sum"):
        """Σ_i x_i on device `dst`, None on the others; `op` as in `all_reduce`."""
        _check_summand(x, op, "reduce")
        dst = self._member(dst, "reduce", "dst")
        return self._engine.meet(Call(self, x, ("reduce", op, dst, x.dtype, x.shape)))

    def reduce_scatter(self, x, *, axis, op="sum"):
        """Piece `rank` of Σ_i x_i, cut along `axis`: x (n·d, m) gives (d, m) for axis 0.

        Where n does not divide the length, the first devices get one more.
        """
        _check_summand(x, op, "reduce_scatter")
        axis = _axis(x, axis, "reduce_scatter")
        return self._engine.meet(Call(self, x, ("reduce_scatter", op, axis, x.dtype, x.shape)))

    def all_gather(self, x, *, axis):
        """[x_0 | x_1 | …] on every device: the pieces glued along `axis`, which may be uneven."""
        x = as_array(x, "all_gather")
        axis = _axis(x, axis, "all_gather")
        across = x.shape[:axis] + x.shape[axis + 1 :]
        return self._engine.meet(Call(self, x, ("all_gather", axis, x.dtype, across)))

    def gather(self, x, *, dst):
        """The list [x_0, x_1, …] on device `dst`, None on the others; shapes may differ."""
        x = as_array(x, "gather")
        dst = self._member(dst, "gather", "dst")
        return self._engine.meet(Call(self, x, ("gather", dst, x.dtype)))

    def broadcast(self, x, *, src):
        """The x of device `src`, on every device; the others may pass None."""
        src = self._member(src, "broadcast", "src")
        if self.rank != src and x is None:
            return self._engine.meet(Call(self, None, ("broadcast", src, None, None)))
        x = as_array(x, "broadcast")
        return self._engine.meet(Call(self, x, ("broadcast", src, x.dtype, x.shape)))

    def scatter(self, xs, *, src):
        """Array `rank` of the list xs of device `src`; the others pass None. Shapes may differ."""
        src = self._member(src, "scatter", "src")
        if self.rank == src:
            xs = self._one_each(xs, "scatter")
        elif xs is not None:
            raise ShardError(
                f"scatter: only rank {src} hands out arrays; rank {self.rank} passes None."
            )
        return self._engine.meet(Call(self, xs, ("scatter", src)))

    def all_to_all(self, xs):
        """[x_0r, x_1r, …]: array r = `rank` of each device's list xs. Shapes may differ.

        xs[j] goes to device j, so the devices transpose the table of all arrays x_ij.
        """
        xs = self._one_each(xs, "all_to_all")
        dtypes = {x.dtype for x in xs}
        if len(dtypes) > 1:
            raise ShardError(
                f"all_to_all: the arrays on rank {self.rank} have different dtypes, "
                f"{', '.join(sorted(map(str, dtypes)))}; give all of them one."
            )
        return self._engine.meet(Call(self, xs, ("all_to_all", xs[0].dtype)))

    def barrier(self):
        """Wait until every device of the group is here. Moves no data."""
        self._engine.meet(Call(self, None, ("barrier",)))

    def _one_each(self, xs, operation):
        """`xs`, if it is a list with an array for each device of the group."""
        if not isinstance(xs, Sequence) or isinstance(xs, str) or len(xs) != self.size:
            got = f"{len(xs)} of them" if isinstance(xs, list | tuple) else type(xs).__name__
            raise ShardError(
                f"{operation}: rank {self.rank} needs a list of {self.size} arrays, one a device; "
                f"it has {got}."
            )
        return [as_array(x, operation) for x in xs]

    def _member(self, rank, operation, name):
        """`rank`, if it is the rank of a device of this group."""
        if not whole(rank):
            raise ShardError(f"{operation}: {name} is the rank of a device; it was {rank!r}.")
        if not 0 <= rank < self.size:
            end = ""
            if operation in ("send", "recv"):
                end = (
                    " In a ring, take ranks modulo dev.size; otherwise this device has no such "
                    f"partner, so let it leave out this {operation}, or stop before it."
                )
            raise ShardError(
                f"{operation}: there is no rank {rank} in {self._name()}, which has the ranks "
                f"0 to {self.size - 1}.{end}"
            )
        return int(rank)

    def _name(self):
        along = f"the group along {', '.join(self.axes)} of " if self.axes else ""
        return f"{along}{self.mesh}"

    def __repr__(self):
        return f"device {self.rank} of {self._name()}"


class Device(Group):
    """One device of a mesh. `dev["tp"]` is the group along that axis, with the same messages and
    collectives.

    rank, size     its rank in the mesh, and how many devices the mesh has
    coordinates    where it stands, by axis: {"dp": 0, "tp": 3}
    memory         a store of arrays that counts their bytes
    """

    def __init__(self, engine, mesh, rank):
        super().__init__(engine, mesh, rank)
        self.coordinates = dict(mesh._places[rank])
        self.memory = Memory(engine, rank, mesh)
        self._groups = {}

    def __getitem__(self, axes):
        axes = axes if isinstance(axes, tuple) else (axes,)
        if not axes or not all(isinstance(axis, str) for axis in axes):
            raise ShardError(
                f'dev[…]: give names of axes, as in dev["tp"] or dev["dp", "tp"]; it was {axes!r}.'
            )
        if axes not in self._groups:
            self._groups[axes] = Group(self._engine, self.mesh, self.global_rank, axes)
        return self._groups[axes]

    def compute(self, *, flops, what="compute"):
        """Let the simulated clock of this device run for `flops` floating-point operations."""
        number = isinstance(flops, Real) and not isinstance(flops, bool)
        if not number or not 0 <= flops <= sys.float_info.max:
            raise ShardError(f"compute: flops is a number, 0 or more; it was {flops!r}.")
        self._engine.compute(self.global_rank, float(flops), str(what))

    def matmul(self, X, W):
        """X @ W, and 2 operations on the clock for each product in it: 2·b·d_in·d_out of them.

        X (…, b, d_in), W (d_in, d_out). The clock takes the peak rate of the hardware, which is
        that of 16-bit numbers, whatever the dtype.
        """
        try:
            Y = np.matmul(as_array(X, "matmul"), as_array(W, "matmul"))
        except ValueError:
            raise ShardError(
                f"matmul: on rank {self.rank} X {X.shape} and W {W.shape} do not multiply; the "
                "last axis of X must be as long as the first of W."
            ) from None
        self._engine.compute(self.global_rank, 2.0 * Y.size * X.shape[-1], "matmul")
        return Y


def _check_summand(x, op, operation):
    """Is `x` an array that `op` can add up?"""
    as_array(x, operation)
    if not isinstance(op, str) or op not in REDUCTIONS:
        raise ShardError(f"{operation}: op is one of {', '.join(REDUCTIONS)}; it was {op!r}.")
    if x.dtype.kind not in ("fc" if op == "mean" else "iufc"):
        kinds = "floats" if op == "mean" else "numbers"
        raise ShardError(
            f"{operation}: {op} needs {kinds}, not {x.dtype}; convert with x.astype(float)."
        )


def _axis(x, axis, operation):
    if not x.ndim:
        raise ShardError(f"{operation}: a single number has no axis; use x.reshape(1).")
    return from_front(axis, x.shape, operation)

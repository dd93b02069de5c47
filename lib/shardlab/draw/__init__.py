"""Pictures of arrays on devices: how they are cut, multiplied, sent round; and of a whole run.

Every function returns a `Picture`. Shards, runs, meshes and timelines show themselves by these.
A rectangle in a device's colour lies on that device; pale grey lies on all of them, or on none.
"""

import numpy as np

from shardlab.draw.charts import timeline, traffic_table
from shardlab.draw.curves import curves
from shardlab.draw.slabs import (
    Look,
    Slab,
    block,
    chip,
    group,
    pieces,
    shown,
    total,
    who_holds,
    whole_shape,
)
from shardlab.draw.svg import Canvas, Picture, beside, grid, stack, text_width, words
from shardlab.errors import ShardError
from shardlab.mesh import Mesh
from shardlab.pipeline import Timeline
from shardlab.record import Result
from shardlab.shards import Cut, Shards

__all__ = ["Picture", "collective", "curves", "matmul", "mesh", "result", "shards", "timeline"]

WIDEST = 760  # px: wider pictures go on in a second line


def shards(shards, name="", pad=0):
    """The pieces of an array, or its copies, by device; the last `pad` columns (rows, for a cut
    along axis 0) are hatched: they were added so that the cut comes out even."""
    whole = whole_shape(shards)
    how = f"{len(shards)} copies"
    if shards.axis is not None:
        how = f"cut along axis {shards.axis} for {len(shards)} devices"
    title = f"{name or shards[0].dtype} {whole}, {how}"
    alt = f"{title}: {who_holds(shards.shapes)}."
    if pad:
        title += f", {pad} of padding"
        alt += f" The last {pad} along the cut are padding, hatched."
    parts = pieces(shards, Look(shards.pieces, [whole]), pad)
    return stack(words(title, anchor="start"), parts, gap=8, align="start").picture(alt)


def cut(cut):
    """An array that `run` will cut for the devices of its mesh."""
    array = cut.array
    how = "copied to each device" if cut.axis is None else f"cut along axis {cut.axis}"
    title = f"{array.dtype} {array.shape}, to be {how} by run"
    drawn = block(array, Look([array], [array.shape]), None)
    return stack(words(title, anchor="start"), drawn, align="start").picture(f"{title}.")


def matmul(X, W, Y=None, names=("X", "W", "Y"), pad=0):
    """X times W, either of them cut, and what each device gets; Y holds its array, by device.

    W cut along axis 1 gives the columns of Y; X cut along axis 1 and W along axis 0 give partial
    sums of the whole Y; X cut along axis 0 gives rows of Y. The last `pad` along the cut are
    hatched, as in `shards`. Raises ShardError for other cuts.
    """
    n = max(len(A) if isinstance(A, Shards) else 1 for A in (X, W))
    axes = tuple(A.axis if isinstance(A, Shards) else None for A in (X, W))
    if axes not in _AXIS_OF_Y:
        raise ShardError(
            f"draw.matmul: X cut along axis {axes[0]} and W along axis {axes[1]} do not multiply "
            "piece by piece; cut W along axis 1, or X along axis 0, or X along 1 and W along 0."
        )
    shape = (*whole_shape(X)[:-1], whole_shape(W)[-1])
    axis = _AXIS_OF_Y[axes]
    if Y is None:
        Y = [Slab(piece) for piece in _shapes_of_pieces(shape, n, axis)]
    if len(Y) != n:
        raise ShardError(f"draw.matmul: Y has {len(Y)} arrays; give one for each of {n} devices.")
    Y = Shards(Y, axis)
    arrays = [a for A in (X, W, Y) for a in (A if isinstance(A, Shards) else [A])]
    look = Look(arrays, [whole_shape(X), whole_shape(W), shape])
    x, w, y = names
    sign = words("×", 18), words("=", 18)
    left = beside(group(X, x, look, pad), sign[0], group(W, w, look, pad), sign[1])
    right = total(Y, y, look) if axes == (1, 0) else group(Y, y, look, pad)
    wide = left.width + right.width > WIDEST
    whole = stack(left, right, gap=14, align="start") if wide else beside(left, right)
    gives = f"a partial sum {shape} of {y} on each device" if axes == (1, 0) else _said(Y, y)
    alt = f"{_said(X, x)}, times {_said(W, w)}, gives {gives}."
    if pad:
        alt += f" The last {pad} along the cut are padding, hatched."
    return whole.picture(alt)


# how Y lies on the devices, by the axes along which X and W are cut
_AXIS_OF_Y = {(None, None): None, (None, 1): 1, (0, None): 0, (1, 0): None}


def _shapes_of_pieces(shape, n, axis):
    if axis is None:
        return [shape] * n
    lengths = [shape[axis] // n + (i < shape[axis] % n) for i in range(n)]
    return [(*shape[:axis], length, *shape[axis + 1 :]) for length in lengths]


def _said(array, name):
    if not isinstance(array, Shards):
        return f"{name} {array.shape} whole"
    if array.axis is None:
        return f"{name} {array[0].shape} whole on each device"
    return f"{name} {whole_shape(array)} cut along axis {array.axis} ({who_holds(array.shapes)})"


def collective(operation, before, after, axis=None):
    """What each device holds before and after a collective call.

    `before` and `after` hold one array a device (None: nothing). With `axis`, what a device holds
    afterwards is coloured by the devices that its parts came from.
    """
    if len(before) != len(after):
        raise ShardError(
            f"draw.collective: {len(before)} devices before and {len(after)} after; "
            "give one array for each device, None where it holds nothing."
        )
    arrays = [a for a in (*before, *after) if a is not None]
    look = Look(arrays, [a.shape for a in arrays])
    origin = None if axis is None else [a.shape[axis] for a in before if a is not None]
    rows = []
    for rank in shown(len(before)):
        if rank is None:
            rows.append([words("…")])
            continue
        arrow = Canvas()
        arrow.arrow(0, 24, max(80, text_width(operation) + 24), "" if rank else operation)
        arrow.height = 48  # so that the arrow itself stands in the middle
        sides = [
            words("nothing") if a is None else block(a, look, rank, axis=axis, origin=o)
            for a, o in ((before[rank], None), (after[rank], origin))
        ]
        rows.append([chip(rank), sides[0], arrow, sides[1]])
    held = [who_holds(["nothing" if a is None else a.shape for a in b]) for b in (before, after)]
    alt = f"{operation} on {len(before)} devices. Before: {held[0]}. After: {held[1]}."
    return grid(rows, gap=14, row_gap=8).picture(alt)


def mesh(mesh):
    """The devices of a mesh: its last axis runs to the right, the others down."""
    *outer, last = mesh.axes
    rows = []
    for start in shown(mesh.size // mesh.axes[last]):
        if start is None:
            rows.append([words("…")])
            continue
        first = start * mesh.axes[last]
        label = ", ".join(f"{axis} {mesh._places[first][axis]}" for axis in outer)
        ranks = shown(mesh.axes[last])
        rows.append([words(label, anchor="start")] if outer else [])
        rows[-1] += [words("…") if r is None else chip(first + r) for r in ranks]
    title = f"{mesh!r}: {mesh.size} devices, {last} 0 to {mesh.axes[last] - 1} from left to right"
    return stack(words(title, anchor="start"), grid(rows), gap=8, align="start").picture(
        f"{title}."
    )


def result(result):
    """A run: what each device returned, what it sent and received, how many steps that took."""
    outputs = [_plain(out) for out in result.outputs]
    arrays = [out for out in outputs if isinstance(out, np.ndarray)]
    look = Look(arrays, [a.shape for a in arrays])
    lines, room = [], 0
    for rank in shown(len(outputs)):
        part = words("…") if rank is None else _returned(rank, outputs[rank], look)
        room -= part.width + 16
        if room < 0 or not lines:
            lines.append([])
            room = WIDEST - part.width
        lines[-1].append(part)
    whole = stack(*(beside(*line, gap=16) for line in lines), gap=12, align="start")
    held = who_holds([out.shape if isinstance(out, np.ndarray) else out for out in outputs])
    sent = int(np.sum(result.traffic.bytes_sent))
    alt = (
        f"A run on {result.mesh!r}. At its end {held}. "
        f"Bytes sent in all: {sent:,}; steps: {result.traffic.steps}."
    )
    return whole.picture(alt, traffic_table(result.traffic))


def _plain(output):
    """An array as it is; of anything else, a short text."""
    if isinstance(output, (np.ndarray, np.generic)):
        return np.asarray(output)
    text = repr(output)
    return text if len(text) <= 24 else f"{text[:23]}…"


def _returned(rank, output, look):
    if isinstance(output, str):
        return stack(chip(rank), words(output))
    return stack(words(f"device {rank}"), block(output, look, rank), words(output.shape, 11))


def _show(cls, picture):
    cls._repr_html_ = lambda self: picture(self)._repr_html_()


for _cls, _picture in (
    (Shards, shards),
    (Cut, cut),
    (Mesh, mesh),
    (Result, result),
    (Timeline, timeline),
):
    _show(_cls, _picture)

"""Pictures of arrays on devices: how they are cut, multiplied, sent round; and of a whole run.

Every function returns a `Picture`. Shards, runs, meshes and timelines show themselves by these.
A rectangle in a device's colour lies on that device; pale grey lies on all of them, or on none.
"""

from shardlab.clock import RunTimeline
from shardlab.draw import checks
from shardlab.draw.bars import bars
from shardlab.draw.curves import curves
from shardlab.draw.layers import layers
from shardlab.draw.matrix import traffic
from shardlab.draw.memory import memory
from shardlab.draw.meshes import mesh
from shardlab.draw.messages import steps
from shardlab.draw.products import matmul
from shardlab.draw.results import result
from shardlab.draw.slabs import Look, block, chip, pieces, shown, who_holds, whole_shape
from shardlab.draw.svg import INK, Canvas, Picture, grid, stack, words
from shardlab.draw.timelines import timeline
from shardlab.errors import ShardError
from shardlab.mesh import Mesh
from shardlab.pipeline import Timeline
from shardlab.record import MemoryRecord, Result, Traffic
from shardlab.sgd import SgdTimeline
from shardlab.shards import Cut, Shards
from shardlab.words import count

__all__ = [
    "Picture",
    "bars",
    "collective",
    "curves",
    "layers",
    "matmul",
    "memory",
    "mesh",
    "result",
    "shards",
    "steps",
    "timeline",
    "traffic",
]


def shards(shards, name="", pad=0):
    """The pieces of an array, or its copies, by device; the last `pad` columns (rows, for a cut
    along axis 0) are hatched: they were added so that the cut comes out even."""
    checks.needs(shards, Shards, "shards")
    if pad != 0:
        checks.padding(pad, [shards], "shards")
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
    checks.needs(cut, Cut, "cut")
    array = cut.array
    how = "copied to each device" if cut.axis is None else f"cut along axis {cut.axis}"
    title = f"{array.dtype} {array.shape}, to be {how} by run"
    drawn = block(array, Look([array], [array.shape]), None)
    return stack(words(title, anchor="start"), drawn, align="start").picture(f"{title}.")


MEETING_GAP = 8  # px between the rows of two devices


def collective(operation, before, after, axis=None):
    """What each device holds before and after a collective call.

    `before` and `after` hold one array a device (None: nothing). With `axis`, what a device holds
    afterwards is coloured by the devices that its parts came from, where the lengths of all that
    was there before add up to its own.
    """
    before, after = checks.held(before, "before"), checks.held(after, "after")
    if len(before) != len(after):
        raise ShardError(
            f"draw.collective: {len(before)} devices before and {len(after)} after; "
            "give one array for each device, None where it holds nothing."
        )
    arrays = [a for a in (*before, *after) if a is not None]
    look = Look(arrays, [a.shape for a in arrays])
    if axis is not None:
        checks.common_axis(axis, arrays)
    origin = None if axis is None else [0 if a is None else a.shape[axis] for a in before]
    rows = [[Canvas(), Canvas(), words(operation, bold=True)]]
    for rank in shown(len(before)):
        if rank is None:
            rows.append([words("…"), Canvas(), _meeting(24)])
            continue
        had, taken = _held(before[rank], look, rank), _held(after[rank], look, rank, axis, origin)
        arrows = before[rank] is not None, after[rank] is not None
        meeting = _meeting(max(40, had.height, taken.height), *arrows)
        rows.append([chip(rank), had, meeting, taken])
    held = [who_holds(["nothing" if a is None else a.shape for a in b]) for b in (before, after)]
    alt = f"{operation} on {count(len(before), 'device')}. Before: {held[0]}. After: {held[1]}."
    return grid(rows, gap=14, row_gap=MEETING_GAP).picture(alt)


def _meeting(height, into=False, out=False):
    """A stretch of the bar where all devices meet, with an arrow into it, and one out of it."""
    canvas = Canvas()
    canvas.rect(34, -MEETING_GAP / 2, 10, height + MEETING_GAP, INK, "none", opacity=0.3)
    if into:
        canvas.arrow(0, height / 2, 30)
    if out:
        canvas.arrow(48, height / 2, 78)
    canvas.width, canvas.height = 78, height
    return canvas


def _held(array, look, rank, axis=None, origin=None):
    if array is None:
        return words("nothing")
    return block(array, look, rank, axis=None if axis is None else axis % array.ndim, origin=origin)


def _show(cls, picture):
    cls._repr_html_ = lambda self: picture(self)._repr_html_()


for _cls, _picture in (
    (Shards, shards),
    (Cut, cut),
    (Mesh, mesh),
    (Result, result),
    (Timeline, timeline),
    (RunTimeline, timeline),
    (SgdTimeline, timeline),
    (Traffic, traffic),
    (MemoryRecord, memory),
):
    _show(_cls, _picture)

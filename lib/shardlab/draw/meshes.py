"""A mesh: its devices in a grid, or in the groups that talk to each other along an axis."""

from shardlab.draw import checks
from shardlab.draw.products import WIDEST
from shardlab.draw.slabs import chip, shown
from shardlab.draw.svg import Canvas, grid, stack, words
from shardlab.mesh import Mesh


def mesh(mesh, along=None):
    """The devices of a mesh: its last axis runs to the right, the others down.

    `along` names one axis or several: then devices that talk to each other as `dev[along]` are
    joined in a frame, each over its own coordinates along these axes, with what they have in
    common above them.
    """
    checks.needs(mesh, Mesh, "mesh")
    return _grid(mesh) if along is None else _groups(mesh, checks.axes(along, mesh))


def _grid(mesh):
    *outer, last = mesh.axes
    width = mesh.axes[last]
    columns = shown(width)
    heads = [words("…" if c is None else f"{last} {c}", 11) for c in columns]
    rows = [[Canvas(), *heads] if outer else heads]
    block = mesh.size // mesh.axes[outer[0]] if len(outer) > 1 else mesh.size
    for start in shown(mesh.size // width):
        if start is None:
            rows.append([words("…")])
            continue
        first = start * width
        if start and first % block == 0:  # a gap where the first of three or more axes steps on
            rows.append([_blank(4)])
        label = ", ".join(f"{axis} {mesh._places[first][axis]}" for axis in outer)
        rows.append([words(label, anchor="start")] if outer else [])
        rows[-1] += [words("…") if c is None else _chip(mesh, first + c) for c in columns]
    title = f"{mesh!r}: {mesh.size} devices, {last} 0 to {width - 1} from left to right"
    if outer:
        title += f", {', '.join(outer)} downwards"
    return stack(words(title, anchor="start"), grid(rows, row_gap=6), gap=8, align="start").picture(
        f"{title}."
    )


def _chip(mesh, rank):
    """A device's name, as wide as the widest of the mesh, so that frames come out alike."""
    return chip(rank, chip(mesh.size - 1).width)


def _blank(height):
    canvas = Canvas()
    canvas.height = height
    return canvas


def _groups(mesh, names):
    groups = list(dict.fromkeys(mesh.group(rank, *names) for rank in range(mesh.size)))
    fixed = [axis for axis in mesh.axes if axis not in names]
    frames = [
        words("…") if place is None else _frame(mesh, groups[place], names, fixed)
        for place in shown(len(groups))
    ]
    across = max(1, int((WIDEST + 12) // (frames[0].width + 12)))
    rows = [frames[start : start + across] for start in range(0, len(frames), across)]
    axes = ", ".join(f'"{name}"' for name in names)
    many = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
    title = f"{mesh!r}, dev[{axes}]: {many} of {len(groups[0])}; "
    title += "devices in one frame talk to each other"
    told = "; ".join(
        "…" if place is None else ", ".join(map(str, groups[place])) for place in shown(len(groups))
    )
    return stack(words(title, anchor="start"), grid(rows, gap=12), gap=8, align="start").picture(
        f"{title}. Devices by group: {told}."
    )


def _frame(mesh, ranks, names, fixed):
    """The devices of one group, joined by a line, in a frame."""
    members = []
    for place in shown(len(ranks)):
        if place is None:
            members.append(words(" … "))
            continue
        where = mesh._places[ranks[place]]
        label = ", ".join(f"{name} {where[name]}" for name in names)
        members.append(stack(_chip(mesh, ranks[place]), words(label, 10), gap=3))
    inside, x = Canvas(), 0
    for member in members:
        if x:
            inside.line(x - 14, 11, x, 11, width=3)
        inside.place(member, x, 0)
        x += member.width + 14
    common = ", ".join(f"{axis} {mesh._places[ranks[0]][axis]}" for axis in fixed)
    if common:
        inside = stack(words(common, 11), inside, gap=5)
    frame = Canvas()
    frame.rect(0, 0, inside.width + 16, inside.height + 14, dash="4 3")
    return frame.place(inside, 8, 8)

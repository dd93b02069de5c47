"""Who sent how many bytes to whom, as a table of shaded cells."""

import numpy as np

from shardlab.draw import checks
from shardlab.draw.slabs import MOST_SHOWN, chip
from shardlab.draw.svg import Canvas, colours, stack, words
from shardlab.record import Traffic
from shardlab.words import size

MOST_CELLS = 64  # devices whose traffic is drawn
CELL, LINE = (72, 28), 26  # px of a cell with its number; the height of a head
MAP = 640  # px that a map without numbers takes at most
FILL = "#A98BE0"  # no device has this colour
# From few bytes to many: how full the colour is, and the ink that reads on it. What is pale lets
# the page show through, so that "more" stands out in a dark theme as in a light one.
SHADES = (
    (0.12, "currentColor"),
    (0.24, "currentColor"),
    (0.36, "currentColor"),
    (0.48, "currentColor"),
    (0.6, "currentColor"),
    (0.8, "#000"),
    (1, "#000"),
)


def traffic(run):
    """Bytes from each device (a row) to each device (a column); the fuller, the more.

    Up to 8 devices with numbers, and the totals at the margins; up to 64 as a map without; of
    more, the first 64. Takes what `run` returns, or its traffic.
    """
    record = checks.part(run, Traffic, "traffic", "traffic")
    between = record.bytes_between
    n, total = len(between), int(between.sum())
    sent, received = record.bytes_sent, record.bytes_received
    title = f"{size(total)} sent between {n} devices: a row sends, a column receives"
    alt = f"Bytes from each device to each device, {total:,} in all."
    if total:
        alt += f" {_largest(between)} {_most(sent, 'sends')} {_most(received, 'receives')}"
    axis, group = _fastest(run)
    body = _numbers(between, sent, received, total) if n <= MOST_SHOWN else _map(between, group)
    if MOST_SHOWN < n and 0 < group < min(n, MOST_CELLS):
        title += f"; lines part groups of {group} along {axis}"
    if n > MOST_CELLS:
        alt += f" The first {MOST_CELLS} of {n} devices are drawn."
        title += f"; the first {MOST_CELLS} are drawn"
    return stack(words(title, anchor="start"), body, gap=8, align="start").picture(alt)


def _largest(between):
    most = int(between.max())
    pairs = np.argwhere(between == most)
    some = ", ".join(f"device {i} to {j}" for i, j in pairs[:8])
    more = f", and {len(pairs) - 8} pairs more" if len(pairs) > 8 else ""
    return f"Most between two, {most:,}: {some}{more}."


def _most(by_device, does):
    most = int(by_device.max())
    who = np.flatnonzero(by_device == most)
    if len(who) == len(by_device):
        return f"Each device {does} {most:,}."
    some = ", ".join(map(str, who[:8])) + (", …" if len(who) > 8 else "")
    return f"Device {some} {does} most: {most:,}."


def _shade(nbytes, most):
    """Which of the shades; the fullest is for the most bytes."""
    return min(len(SHADES) - 1, int(len(SHADES) * nbytes / most))


def _numbers(between, sent, received, total):
    """A cell with its number for each pair, and totals."""
    canvas, n, most = Canvas(), len(between), max(1, between.max())
    (width, height), left = CELL, 78
    for rank in range(n):
        name = chip(rank)
        canvas.place(name, left + rank * width + (width - name.width) / 2, 0)
        canvas.place(name, 0, LINE + rank * height + (height - name.height) / 2)
    for i in range(n):
        for j in range(n):
            cell = (left + j * width, LINE + i * height, width, height)
            if not between[i, j]:
                canvas.rect(*cell, line=0.3)
                continue
            full, ink = SHADES[_shade(between[i, j], most)]
            canvas.rect(*cell, FILL, opacity=full, line=0.3)
            _number(canvas, *cell, between[i, j], fill=ink)
    right, bottom = left + n * width + 6, LINE + n * height + 4
    for rank in range(n):
        _number(canvas, right, LINE + rank * height, width, height, sent[rank])
        _number(canvas, left + rank * width, bottom, width, height, received[rank])
    _number(canvas, right, bottom, width, height, total, bold=True)
    canvas.text(right + width / 2, 11, "sent")
    canvas.text(left - 8, bottom + height / 2, "received", anchor="end")
    return canvas


def _number(canvas, x, y, width, height, nbytes, **look):
    canvas.text(x + width / 2, y + height / 2, size(int(nbytes)), 11, **look)


def _fastest(run):
    """The last axis of the mesh of a run and its length, which part the ranks into groups."""
    axes = getattr(getattr(run, "mesh", None), "axes", {"": 0})
    axis, length = list(axes.items())[-1]
    return (axis, length) if len(axes) > 1 and length > 1 else ("", 0)


def _map(between, group=0):
    """A small cell for each pair, and what the shades mean; lines part `group` ranks each."""
    between = between[:MOST_CELLS, :MOST_CELLS]
    n, most = len(between), max(1, between.max())
    cell = min(24, MAP / n)
    left, top = 48, 28
    canvas, every = Canvas(), 1 if cell >= 20 else 8
    for rank in range(n):
        fill, at = colours(rank)[0], rank * cell
        canvas.rect(left - 10, top + at, 8, cell, fill, line=0.3)
        canvas.rect(left + at, top - 10, cell, 8, fill, line=0.3)
        if rank % every == 0:
            canvas.text(left - 14, top + at + cell / 2, rank, 10, anchor="end")
            canvas.text(left + at + cell / 2, top - 18, rank, 10)
    # one path a shade, as there may be thousands of cells
    paths = [""] * len(SHADES)
    for i, j in np.argwhere(between):
        corner = f"M{left + j * cell:.5g} {top + i * cell:.5g}"
        paths[_shade(between[i, j], most)] += f"{corner}h{cell:.4g}v{cell:.4g}h-{cell:.4g}z"
    edge = n * cell
    for (full, _), d in zip(SHADES, paths, strict=True):
        if d:
            canvas.path(d, left + edge, top + edge, FILL, opacity=full, line=0.3)
    canvas.rect(left, top, edge, edge)
    for at in range(group, n, group) if group else ():
        canvas.line(left + at * cell, top, left + at * cell, top + edge, width=0.4)
        canvas.line(left, top + at * cell, left + edge, top + at * cell, width=0.4)
    x, y = left, top + edge + 14
    for place, (full, _) in enumerate(SHADES):
        canvas.rect(x + 22 * place, y, 22, 12, FILL, opacity=full, line=0.3)
    canvas.text(x - 6, y + 6, "0 B", 11, anchor="end")
    canvas.text(x + 22 * len(SHADES) + 8, y + 6, size(int(most)), 11, anchor="start")
    return canvas

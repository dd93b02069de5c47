"""What pictures of a run share: rows along a time, stretches wide enough to see, tables."""

from math import floor, log10
from typing import NamedTuple

from shardlab.draw.slabs import shown
from shardlab.draw.svg import colours

WIDTH = 760  # px of all the time
HEIGHT, STEP = 24, 28  # of a row, and from row to row
MOST_ROWS = 16
PALE = 0.45  # how full a pale colour is
NARROWEST = 2.5  # px: what is below it is drawn together


class Stretch(NamedTuple):
    """What a device does from `start` to `end`: a kind, which has its look, and a name."""

    start: float
    end: float
    kind: object
    name: str = ""


def by_row(slots, n):
    """{device: its slots} of those of n devices that have a row; a slot begins with its device."""
    own = {device: [] for device in shown(n, MOST_ROWS) if device is not None}
    for slot in slots:
        if slot[0] in own:
            own[slot[0]].append(slot)
    return own


def rows(canvas, left, own, n, length, unit):
    """The rows of n devices, one below the other: (y, device, stretches wide enough to see).

    `own` holds the stretches by device. For the devices that have no row stands a “…” in the
    middle of the `left` px before time begins.
    """
    for place, device in enumerate(shown(n, MOST_ROWS)):
        y = STEP * place
        if device is None:
            canvas.text(left / 2, y + HEIGHT / 2, "…")
        else:
            yield y, device, thinned(filled(own[device], length), unit)


def height(n):
    """px of the rows of n devices."""
    return STEP * len(shown(n, MOST_ROWS))


def waiting(canvas, x, y, width):
    """A stretch in which nothing is done, hatched."""
    canvas.rect(x, y, width, HEIGHT, dash="2 2", line=0.6)
    canvas.hatch(x, y, width, HEIGHT, stroke="currentColor")


def outline(width):
    """The line round a box: thin where the box is narrow."""
    return 1 if width > 8 else 0.3


def filled(stretches, length):
    """`stretches` in their order, and between them, from 0 to `length`, stretches of kind None."""
    now = 0.0
    for stretch in stretches:
        if stretch.start - now > 1e-9 * length:
            yield Stretch(now, stretch.start, None)
        if stretch.end > stretch.start:
            yield stretch
        now = max(now, stretch.end)
    if length - now > 1e-9 * length:
        yield Stretch(now, length, None)


def thinned(stretches, unit):
    """`stretches`, those too narrow at `unit` px a unit of time put together with the next ones.

    Together they have the kind that takes most of their time, and no name.
    """
    whole = []
    for stretch in _groups(stretches, unit):
        last = whole[-1] if whole else None
        if last and last.kind == stretch.kind and not (last.name or stretch.name):
            whole[-1] = last._replace(end=stretch.end)
        else:
            whole.append(stretch)
    return whole


def _groups(stretches, unit):
    """Wide stretches as they are, and of the others as many together as make one wide enough."""
    narrow = []
    for stretch in stretches:
        wide = (stretch.end - stretch.start) * unit >= NARROWEST
        if not wide:
            narrow.append(stretch)
        if narrow and (wide or (stretch.end - narrow[0].start) * unit >= NARROWEST):
            yield _together(narrow)
            narrow = []
        if wide:
            yield stretch
    if narrow:
        yield _together(narrow)


def _together(stretches):
    if len(stretches) == 1:
        return stretches[0]
    times = {}
    for start, end, kind, _ in stretches:
        times[kind] = times.get(kind, 0) + end - start
    return Stretch(stretches[0].start, stretches[-1].end, max(times, key=times.get))


def ruler(canvas, x, y, width, length, say, least=0):
    """An axis from 0 to `length` along `width` px, with some round numbers, which `say` words;
    `least` is the smallest step from one to the next."""
    canvas.line(x, y, x + width, y)
    power = 10.0 ** floor(log10(length / 5))
    step = next(power * n for n in (1, 2, 5, 10) if length / (power * n) <= 5.0001)
    step = max(step, least)
    for tick in range(int(length / step + 1e-9) + 1):
        at = x + width * min(1, tick * step / length)
        canvas.line(at, y, at, y + 4)
        canvas.text(at, y + 13, say(tick * step), 10, anchor="middle" if tick else "start")


def device_table(heads, rows):
    """An HTML table with one row a device, of many devices the first and the last."""
    ranks = shown(len(rows))
    named = [("…",) if r is None else (f"{swatch(r)} device {r}", *rows[r]) for r in ranks]
    return table(["", *heads], named)


def table(heads, rows, align="right"):
    """An HTML table; what comes first in a row is its name.

    Its style is its own: widgets have none to lend.
    """
    style = f"padding:2px 10px;text-align:{align}"
    head = "".join(f'<th scope="col" style="{style}">{text}</th>' for text in heads)
    body = ""
    for who, *row in rows:
        cells = "".join(f'<td style="{style}">{text}</td>' for text in row)
        body += f'<tr><th scope="row" style="{style};white-space:nowrap">{who}</th>{cells}</tr>'
    inner = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<table style="color:inherit">{inner}</table>'


def swatch(rank):
    """A small square in a device's colour, for a line of text."""
    return (
        '<svg aria-hidden="true" width="11" height="11"><rect width="11" height="11" '
        f'fill="{colours(rank)[0]}" stroke="currentColor"/></svg>'
    )

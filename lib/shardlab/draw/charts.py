"""What a run did, drawn: the slots of a pipeline, the bytes between devices."""

from shardlab.draw.checks import needs
from shardlab.draw.slabs import shown
from shardlab.draw.svg import Canvas, colours, stack, text_width, words
from shardlab.pipeline import Timeline

TIMELINE_WIDTH = 640  # px
SLOT = 34  # px for a unit of time, where there is room
HEIGHT = 24
NAMES = {"F": "F: forward", "B": "B: backward", "W": "W: gradient of the weights"}
FULL = {"F": 0.45, "B": 1, "W": 0.75}  # how full the colour of a pass is


def timeline(timeline):
    """A pipeline run: a row for each stage, time to the right.

    Forward passes F are pale and backward passes B full, in the colour of the stage, each with
    the number of its micro-batch. Hatched cells are idle, one for each unit of time.
    """
    needs(timeline, Timeline, "timeline")
    unit = min(SLOT, TIMELINE_WIDTH / timeline.length)
    left = text_width(f"stage {timeline.stages - 1}") + 8
    sizes = _label_sizes(timeline.slots, unit)
    canvas = Canvas()
    for stage in range(timeline.stages):
        y = stage * (HEIGHT + 4)
        canvas.text(0, y + HEIGHT / 2, f"stage {stage}", anchor="start")
        busy = sorted((s for s in timeline.slots if s.stage == stage), key=lambda s: s.start)
        for slot in busy:
            cell = (left + slot.start * unit, y, (slot.end - slot.start) * unit, HEIGHT)
            _pass(canvas, slot, *cell, sizes[slot.operation.kind])
        for start, end in _idle(busy, timeline.length, by_unit=unit > 6):
            cell = (left + start * unit, y, (end - start) * unit, HEIGHT)
            canvas.rect(*cell, dash="2 2", line=0.6)
            canvas.hatch(*cell, stroke="currentColor")
    whole = timeline.stages * timeline.length
    said = (
        f"idle {whole - sum(timeline.busy):g} of {whole:g} cells: "
        f"{timeline.idle_fraction:.3f} of the total time, "
        f"{timeline.idle_over_ideal:.3f} of the ideal"
    )
    alt = f"Timeline of {timeline.stages} pipeline stages, {timeline.length:g} units long; {said}."
    kinds = {slot.operation.kind for slot in timeline.slots}
    key = ", ".join(NAMES[kind] for kind in NAMES if kind in kinds)
    return stack(
        canvas, words(f"{said}. {key}, hatched: idle", 11, anchor="start"), gap=8, align="start"
    ).picture(alt)


def _label_sizes(slots, unit):
    """By kind of pass, the largest font in which all its labels fit their slots, or None."""
    sizes = {}
    for kind in {slot.operation.kind for slot in slots}:
        width = min(s.end - s.start for s in slots if s.operation.kind == kind) * unit
        longest = max((_label(s.operation) for s in slots if s.operation.kind == kind), key=len)
        fonts = (size for size in (12, 10, 8) if 1.25 * text_width(longest, size) <= width)
        sizes[kind] = next(fonts, None)
    return sizes


def _label(operation):
    chunk = f".{operation.chunk}" if operation.chunk else ""
    return f"{operation.kind}{operation.index}{chunk}"


def _pass(canvas, slot, x, y, width, height, size):
    full = FULL[slot.operation.kind]
    line = 1 if width > 8 else 0.3
    canvas.device_rect(x, y, width, height, slot.stage, opacity=full, line=line)
    if size:
        # a pale fill lets the page show through, so the page's own ink reads on it
        ink = "currentColor" if full < 0.5 else colours(slot.stage)[1]
        canvas.text(x + width / 2, y + height / 2, _label(slot.operation), size, fill=ink)


def _idle(busy, length, by_unit):
    """(start, end) of idle time; `by_unit` cuts at whole units, so that cells can be counted."""
    edges = [0, *(t for slot in busy for t in (slot.start, slot.end)), length]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        while end - start > 1e-9:
            stop = min(end, int(start + 1e-9) + 1) if by_unit else end
            yield start, stop
            start = stop


def traffic_table(traffic):
    """What each device sent and received, as an HTML table; then steps and calls."""
    counts = zip(traffic.bytes_sent, traffic.bytes_received, traffic.messages_sent, strict=True)
    rows = [[f"{count:,}" for count in device] for device in counts]
    calls = ", ".join(f"{name} × {count}" for name, count in traffic.calls.items()) or "none"
    return (
        table(["bytes sent", "bytes received", "messages sent"], rows)
        + f"<p>steps: {traffic.steps}; collective calls: {calls}</p>"
    )


def table(heads, rows):
    """An HTML table with one row a device, of many devices the first and the last.

    Its style is its own: widgets have none to lend.
    """
    style = "padding:2px 10px;text-align:right"
    head = "".join(f'<th scope="col" style="{style}">{text}</th>' for text in ["", *heads])
    body = ""
    for rank in shown(len(rows)):
        who, row = ("…", []) if rank is None else (f"{swatch(rank)} device {rank}", rows[rank])
        cells = "".join(f'<td style="{style}">{text}</td>' for text in row)
        body += f'<tr><th scope="row" style="{style};white-space:nowrap">{who}</th>{cells}</tr>'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def swatch(rank):
    """A small square in a device's colour, for a line of text."""
    return (
        '<svg aria-hidden="true" width="11" height="11"><rect width="11" height="11" '
        f'fill="{colours(rank)[0]}" stroke="currentColor"/></svg>'
    )

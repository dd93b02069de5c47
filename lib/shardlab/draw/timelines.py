"""Time to the right, a row for each device: a pipeline's slots, a run on the simulated clock."""

from operator import attrgetter

from shardlab.clock import RunTimeline
from shardlab.draw.charts import (
    HEIGHT,
    PALE,
    WIDTH,
    Stretch,
    by_row,
    height,
    outline,
    rows,
    ruler,
    waiting,
)
from shardlab.draw.checks import needs
from shardlab.draw.slabs import chip, shown
from shardlab.draw.svg import Canvas, colours, stack, text_width, words
from shardlab.draw.workers import workers
from shardlab.pipeline import Timeline
from shardlab.record import Result
from shardlab.sgd import SgdRun, SgdTimeline
from shardlab.words import count, duration

SLOT = 34  # px for a unit of time, where there is room
NAMES = {"F": "F: forward, pale", "B": "B: backward, full", "W": "W: gradient of the weights, band"}


def timeline(timeline):
    """A pipeline run, the course of `run` on the simulated clock, or SGD: time to the right.

    A pipeline has a row for each stage. Forward passes F are pale, backward passes B full, the
    weights' gradients W a band, in the colour of the stage, each with the number of its
    micro-batch. Where a stage has several chunks, F3.1 is micro-batch 3 in chunk 1, which has one
    line at its foot. Hatched cells are idle, one for each unit of time.

    A run has a row for each device: full colour while it computes, pale while it communicates,
    hatched while it waits. Where there is too little room, names are left out, and what is too
    narrow to see is drawn as what takes most of the time there.

    SGD around a parameter server has a row for each worker: a box for each gradient, with its
    staleness; hatched, the worker waits. Below, a mark for each update.
    """
    timeline = timeline.timeline if isinstance(timeline, Result | SgdRun) else timeline
    if isinstance(timeline, RunTimeline):
        return _of_run(timeline)
    if isinstance(timeline, SgdTimeline):
        return workers(timeline)
    needs(timeline, Timeline, "timeline")
    return _of_pipeline(timeline)


# -- a pipeline ------------------------------------------------------------------------------------


def _of_pipeline(timeline):
    length = float(timeline.length)
    unit = min(SLOT, WIDTH / length)
    slots = by_row(timeline.slots, timeline.stages)
    drawn = [slot for its in slots.values() for slot in its]
    labels = _labels(drawn, unit)
    own = {
        stage: [
            Stretch(float(start), float(end), (each.kind, each.chunk), labels(each))
            for _, each, start, end in sorted(its, key=attrgetter("start"))
        ]
        for stage, its in slots.items()
    }
    left = text_width(f"stage {timeline.stages - 1}") + 8
    canvas, narrow = Canvas(), False
    for y, stage, stretches in rows(canvas, left, own, timeline.stages, length, unit):
        canvas.text(0, y + HEIGHT / 2, f"stage {stage}", anchor="start")
        for start, end, kind, name in stretches:
            narrow |= kind is not None and not name
            if kind:
                _pass(canvas, left + start * unit, y, (end - start) * unit, stage, *kind, name)
                continue
            for since, until in _cells(start, end, by_unit=unit > 6):
                waiting(canvas, left + since * unit, y, (until - since) * unit)
    whole = timeline.stages * timeline.length
    said = (
        f"idle {float(whole - sum(timeline.busy)):g} of {float(whole):g} cells: "
        f"{float(timeline.idle_fraction):.3f} of the total time, "
        f"{float(timeline.idle_over_ideal):.3f} of the ideal"
    )
    alt = f"Timeline of {count(timeline.stages, 'pipeline stage')}, {length:g} units long; {said}."
    kinds = {slot.operation.kind for slot in drawn}
    chunks = 1 + max(slot.operation.chunk for slot in drawn)
    key = ", ".join([NAMES[kind] for kind in NAMES if kind in kinds] + ["hatched: idle"])
    if chunks > 1:
        key += ", lines at the foot: its chunk"
        alt += f" Each stage has {chunks} chunks."
    if narrow:
        key += ", too narrow to see: drawn as what takes most of the time there"
    notes = [words(text, 11, anchor="start") for text in (f"{said}.", f"{key}.")]
    return stack(canvas, stack(*notes, gap=2, align="start"), gap=8, align="start").picture(alt)


def _labels(slots, unit):
    """A function that gives an operation (its label, size): "F3.1" where all labels fit, else the
    micro-batch alone; none for the kinds whose labels do not fit their slots."""
    sizes = {}
    for name in (_full, _short):
        sizes = {kind: _fitting(slots, kind, name, unit) for kind in "FBW"}
        if all(sizes.values()):
            break
    return lambda operation: (name(operation), sizes[operation.kind])


def _fitting(slots, kind, name, unit):
    """The largest font in which the labels of all passes of a kind fit their slots, or 0."""
    own = [slot for slot in slots if slot.operation.kind == kind]
    width = float(min((slot.end - slot.start for slot in own), default=100)) * unit
    longest = max((name(slot.operation) for slot in own), key=len, default="")
    return next((size for size in (12, 10, 8) if 1.2 * text_width(longest, size) <= width), 0)


def _full(operation):
    chunk = f".{operation.chunk}" if operation.chunk else ""
    return f"{operation.kind}{operation.index}{chunk}"


def _short(operation):
    return str(operation.index)


def _pass(canvas, x, y, width, stage, kind, chunk, label):
    """A slot: F pale, B full, W pale with a full band; the page's own ink reads on what is pale."""
    line = outline(width)
    fill, ink = colours(stage)
    canvas.device_rect(x, y, width, HEIGHT, stage, opacity=1 if kind == "B" else PALE, line=line)
    if kind == "W":
        canvas.rect(x, y + 5, width, HEIGHT - 10, fill, line=min(line, 0.5))
    for above in range(min(chunk, 4) if width > 3 else 0):
        foot = y + HEIGHT - 3 - 3 * above
        on = ink if kind == "B" else "currentColor"
        canvas.line(x + 1, foot, x + width - 1, foot, stroke=on, width=1.5)
    text, size = label or ("", 0)
    if size:
        lift = 2 if chunk else 0
        on = "currentColor" if kind == "F" else ink
        canvas.text(x + width / 2, y + HEIGHT / 2 - lift, text, size, fill=on)


def _cells(start, end, by_unit):
    """(start, end) of idle time; `by_unit` cuts at whole units, so that cells can be counted."""
    while end - start > 1e-9:
        stop = min(end, int(start + 1e-9) + 1) if by_unit else end
        yield start, stop
        start = stop


# -- a run -----------------------------------------------------------------------------------------


def _of_run(timeline):
    length = float(timeline.length)
    n, took = timeline.devices, duration(length)
    if not 1e-300 < length < 1e300:
        said = f"{n} devices, {took} on the simulated clock"
        said += (
            "" if length else ": no device called dev.compute or dev.matmul, and nothing was sent"
        )
        return words(said, anchor="start").picture(f"{said}.")
    unit = WIDTH / length
    left = text_width(f"device {n - 1}") + 18
    own = {
        rank: [Stretch(slot.start, slot.end, slot.kind, slot.what) for slot in its]
        for rank, its in by_row(timeline.slots, n).items()
    }
    canvas, kinds = Canvas(), set()
    for y, rank, stretches in rows(canvas, left, own, n, length, unit):
        canvas.place(chip(rank), 0, y + 1)
        canvas.rect(left, y, WIDTH, HEIGHT, line=0.3)
        for start, end, kind, name in stretches:
            if (end - start) * unit > 1:
                kinds.add(kind)
            _span(canvas, left + start * unit, y, (end - start) * unit, rank, kind, name)
    ruler(canvas, left, height(n), WIDTH, length, duration)
    work = 1 - timeline.idle_fraction
    whose = count(n, "device")
    said = f"{took} on the simulated clock, computing {work:.1%} of the time of {whose}"
    busy = ", ".join(
        "…" if rank is None else f"device {rank} computes for {duration(timeline.busy[rank])}"
        for rank in shown(n)
    )
    key = ", ".join(text for kind, text in KEY.items() if kind in kinds)
    return stack(
        words(said, anchor="start"), canvas, words(f"{key}.", 11, anchor="start"), align="start"
    ).picture(f"A run: {said}; {busy}.")


KEY = {
    "compute": "full: computing",
    "communicate": "pale: a collective moves data",
    "receive": "pale and hatched: in recv, until the message is there",
    "wait": "hatched: waiting for the others",
    None: "blank: idle",
}


def _span(canvas, x, y, width, rank, kind, name):
    if kind is None:
        return
    if kind == "wait":
        waiting(canvas, x, y, width)
        return
    opacity = 1 if kind == "compute" else PALE
    canvas.device_rect(x, y, width, HEIGHT, rank, opacity=opacity, line=outline(width))
    if kind == "receive":
        canvas.hatch(x, y, width, HEIGHT, stroke="currentColor")
    elif name and text_width(name, 10) + 4 <= width:
        ink = colours(rank)[1] if kind == "compute" else "currentColor"
        canvas.text(x + width / 2, y + HEIGHT / 2, name, 10, fill=ink)

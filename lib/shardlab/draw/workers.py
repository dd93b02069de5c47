"""SGD around a parameter server: a row for each worker, a mark for each update."""

from itertools import groupby
from operator import itemgetter

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
from shardlab.draw.slabs import chip, shown
from shardlab.draw.svg import Canvas, colours, stack, text_width, words
from shardlab.words import duration

MOST_MARKS = 250


def workers(timeline):
    """The picture of an `SgdTimeline`."""
    length, n = float(timeline.length), timeline.workers
    unit = WIDTH / length
    own = {worker: list(map(_stretch, its)) for worker, its in by_row(timeline.steps, n).items()}
    left = text_width(f"worker {n - 1}") + 18
    canvas, kinds = Canvas(), set()
    for y, worker, stretches in rows(canvas, left, own, n, length, unit):
        canvas.place(chip(worker, name="worker"), 0, y + 1)
        for start, end, kind, label in stretches:
            kinds.add(kind)
            _box(canvas, left + start * unit, y, (end - start) * unit, worker, kind, label)
    y = height(n)
    _marks(canvas, left, y, unit, timeline.updates)
    ruler(canvas, left, y + 20, WIDTH, length, duration)
    said = f"{timeline.mode} SGD, {len(timeline.updates)} updates in {duration(length)}"
    said += _staleness(timeline.steps)
    notes = stack(
        *(words(text, 11, anchor="start") for text in _key(timeline.mode, kinds)),
        gap=2,
        align="start",
    )
    told = ", ".join("…" if w is None else _told(w, own[w]) for w in shown(n))
    return stack(words(said, anchor="start"), canvas, notes, gap=8, align="start").picture(
        f"Timeline of {n} workers: {said}. Gradients applied: {told}."
    )


def _stretch(step):
    if step.staleness is None:
        return Stretch(step.start, step.end, "too late")
    return Stretch(step.start, step.end, "computes", str(step.staleness))


def _staleness(steps):
    found = [step.staleness for step in steps if step.staleness is not None]
    if not found:
        return ""
    return f"; staleness {sum(found) / len(found):.3g} on average, at most {max(found)}"


def _told(worker, stretches):
    applied = sum(stretch.kind == "computes" for stretch in stretches)
    return f"worker {worker} {applied}"


def _key(mode, kinds):
    each = "all workers' gradients, averaged" if mode == "synchronous" else "one gradient"
    yield (
        "in a box: staleness, the updates since the worker had fetched its weights; "
        f"mark on the server: an update by {each}."
    )
    if more := [text for kind, text in KEY.items() if kind in kinds]:
        yield f"{', '.join(more)}."


KEY = {
    None: "hatched: waiting for the others",
    "too late": "pale: not applied when the time was up",
}


def _box(canvas, x, y, width, worker, kind, label):
    if kind is None:
        waiting(canvas, x, y, width)
        return
    opacity = 1 if kind == "computes" else PALE
    canvas.device_rect(x, y, width, HEIGHT, worker, opacity=opacity, line=outline(width))
    size = next((size for size in (12, 10, 8) if text_width(label, size) + 2 <= width), 0)
    if label and size:
        canvas.text(x + width / 2, y + HEIGHT / 2, label, size, fill=colours(worker)[1])


def _marks(canvas, left, y, unit, updates):
    """The server: a mark for each update in its worker's colour; those at one time share it."""
    canvas.text(0, y + 7, "server", anchor="start")
    if len(updates) > MOST_MARKS:
        canvas.text(left, y + 7, f"{len(updates):,} updates, too many to mark", 11, anchor="start")
        return
    canvas.line(left, y + 14, left + WIDTH, y + 14, width=0.3)
    for time, together in groupby(updates, key=itemgetter(0)):
        together = list(map(itemgetter(1), together))
        height = 14 / len(together)
        for place, worker in enumerate(together):
            at = left + time * unit - 2
            canvas.device_rect(at, y + place * height, 4, height, worker, line=0.5)

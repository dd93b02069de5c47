"""What each device held in its memory, change by change or over the simulated clock."""

from collections import Counter

from shardlab.draw import checks
from shardlab.draw.charts import ruler
from shardlab.draw.slabs import chip, shown
from shardlab.draw.svg import Canvas, colours, grid, stack, words
from shardlab.errors import ShardError
from shardlab.record import MemoryRecord, Result
from shardlab.words import count, duration, said, size

WIDTH, HEIGHT = 440, 40  # px of a chart


def memory(run, limit=None, names=None):
    """Bytes that each device held in `dev.memory`: a chart for each, all on one scale.

    To the right runs the simulated clock, or, where no time passed, the count of changes. A dot
    marks the first time that the most was held; beside the chart stands how much, and what it was.
    `limit`, in bytes, is drawn as a dashed line. `names` holds one for each row, where the rows are
    not devices beside each other. Takes what `run` returns, or its memory.
    """
    record = checks.part(run, MemoryRecord, "memory", "memory")
    if limit is not None:
        checks.limit(limit)
    history, peaks = record.history, [int(peak) for peak in record.peak_bytes]
    if names is not None and len(names) != len(history):
        raise ShardError(
            f"draw.memory: {len(names)} names for {len(history)} row(s), not one each."
        )
    end = max((own[-1].time for own in history if own), default=0)
    if isinstance(run, Result):
        end = max(end, run.timeline.length)
    timed = 1e-300 < end < 1e300
    end = end if timed else max(map(len, history))
    if not end:
        said = f"{count(len(history), 'device')}, and none held anything in dev.memory"
        return words(said, anchor="start").picture(f"{said}.")
    top = max(*peaks, limit or 0, 1)
    rows = []
    for rank in shown(len(history)):
        if rank is None:
            rows.append([words("…")])
            continue
        line = _line(history[rank], timed, end)
        held = words(_held_at_peak(history[rank], peaks[rank]), 11, anchor="start")
        head = words(names[rank], anchor="start") if names else chip(rank)
        rows.append([head, _chart(line, rank, peaks[rank], end, top, limit), held])
    axis = Canvas()
    ruler(axis, 0, 0, WIDTH, end, duration if timed else lambda count: f"{count:g}", not timed)
    unit = words("simulated clock" if timed else "changes", 11, anchor="start")
    rows.append([Canvas(), axis, unit])
    title = f"bytes held, most {size(max(peaks))}" + ("" if names else " on one device")
    title += "; to the right "
    title += "the simulated clock" if timed else "the changes, one by one"
    if limit is not None:
        title += f"; dashed: limit {size(limit)}"
    told = ", ".join(
        "…" if rank is None else f"{_called(rank, names)} {size(peaks[rank])}"
        for rank in shown(len(peaks))
    )
    whose = count(len(peaks), "row" if names else "device")
    alt = f"Memory of {whose} over time. Peaks: {told}."
    if limit is not None:
        over = [rank for rank, peak in enumerate(peaks) if peak > limit]
        who = ", ".join(str(names[rank] if names else rank) for rank in over[:8])
        alt += f" Limit: {size(limit)}, " + (
            f"passed by {'' if names else 'device '}{who}{', …' if len(over) > 8 else ''}."
            if over
            else "passed by none."
        )
    body = grid(rows, gap=12, row_gap=18, align="start")
    return stack(words(title, anchor="start"), body, gap=8, align="start").picture(alt)


def _called(rank, names):
    return names[rank] if names else f"device {rank}"


def _line(history, timed, end):
    """(from when, bytes held), …: the corners of the line, to the end of the run."""
    corners = [(0, 0)]
    for place, change in enumerate(history):
        corners.append((change.time if timed else place, change.held))
    return [*corners, (end, corners[-1][1])]


def _held_at_peak(history, peak):
    """The largest things held when the most was held, in words."""
    held = Counter()
    for change in history:
        held[said(change.name, str)] += change.change
        if change.held == peak:
            break
    kept = [(name, nbytes) for name, nbytes in held.most_common() if nbytes > 0]
    few = kept if len(kept) <= 4 else kept[:3]
    largest = [f"{_brief(name)}: {size(nbytes)}" for name, nbytes in few]
    largest += [f"{len(kept) - 3} more"] if len(kept) > len(few) else []
    return f"peak {size(peak)}; {', '.join(largest)}" if peak else "nothing"


def _brief(name):
    return name if len(name) <= 16 else f"{name[:15]}…"


def _chart(line, rank, peak, end, top, limit):
    canvas, base = Canvas(), HEIGHT
    wide, high = WIDTH / end, HEIGHT / top
    canvas.line(0, base, WIDTH, base, width=0.6)
    d = _outline([(time * wide, base - held * high) for time, held in line])
    # the area alone is filled, its line drawn over it: no edge where the chart begins and ends
    fill = colours(rank)[0]
    canvas.path(f"M0 {base}{d}V{base}z", WIDTH, base, fill, stroke="none")
    canvas.path(f"M0 {base}{d}", WIDTH, base, line=1)
    if limit is not None:
        canvas.line(0, base - limit * high, WIDTH, base - limit * high, dash="5 3")
    if peak:
        x = next(time for time, held in line if held == peak) * wide
        canvas.dot(x, base - peak * high)
    return canvas


def _outline(places):
    """The line through (x, y) in steps. Of many in the same pixel it touches the highest, the
    lowest and the last."""
    if len(places) <= WIDTH:
        return "".join(f"H{x:.5g}V{y:.5g}" for x, y in places)
    pixels = {}
    for x, y in places:
        pixels.setdefault(int(x), []).append(y)
    return "".join(
        f"H{x}V{min(heights):.4g}V{max(heights):.4g}V{heights[-1]:.4g}"
        for x, heights in pixels.items()
    )

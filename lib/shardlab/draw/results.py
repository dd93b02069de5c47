"""A run at its end: what came out on each device, and what it took, as a table."""

import numpy as np

from shardlab.draw.charts import device_table
from shardlab.draw.checks import needs
from shardlab.draw.products import WIDEST
from shardlab.draw.slabs import Look, block, chip, shown, who_holds
from shardlab.draw.svg import beside, stack, words
from shardlab.record import Result
from shardlab.words import duration, said


def result(result):
    """A run: what each device returned, what it sent and received, in how many steps; the most that
    it held in `dev.memory`, and the time on the simulated clock, where there was any."""
    needs(result, Result, "result")
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
    return whole.picture(alt, _table(result))


def _plain(output):
    """An array as it is; of anything else, a short text."""
    if isinstance(output, (np.ndarray, np.generic)):
        return np.asarray(output)
    text = said(output)
    return text if len(text) <= 24 else f"{text[:23]}…"


def _returned(rank, output, look):
    if isinstance(output, str):
        return stack(chip(rank), words(output))
    return stack(words(f"device {rank}"), block(output, look, rank), words(output.shape, 11))


def _table(result):
    """What each device sent, received and held, as an HTML table; then steps, calls and time."""
    traffic, peaks = result.traffic, result.memory.peak_bytes
    columns = {
        "bytes sent": traffic.bytes_sent,
        "bytes received": traffic.bytes_received,
        "messages sent": traffic.messages_sent,
    }
    if peaks.any():
        columns["peak bytes held"] = peaks
    rows = [[f"{count:,}" for count in device] for device in zip(*columns.values(), strict=True)]
    calls = ", ".join(f"{name} × {count}" for name, count in traffic.calls.items()) or "none"
    said = f"steps: {traffic.steps}; collective calls: {calls}"
    if result.timeline.length > 0:
        said += f"; simulated time: {duration(result.timeline.length)}"
    return f"{device_table([*columns], rows)}<p>{said}</p>"

"""An all-reduce round a ring, step by step: which chunk moves where, what is added up so far.

The messages are those of runs, as their records have them.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from shardlab.draw.slabs import chip
from shardlab.draw.svg import Canvas, colours, stack, words
from shardlab.engine import run
from shardlab.explore.controls import counts, explorer, paragraph, slider
from shardlab.mesh import Mesh
from shardlab.shards import shard
from shardlab.words import size

MOST = 12  # devices
CELL, GAP, PITCH = (62, 36), 34, 44  # px of a chunk, between devices, from chunk to chunk


class Moved(NamedTuple):
    """One message: which chunk, with whose contributions in it."""

    src: int
    dst: int
    chunk: int
    nbytes: int
    parts: frozenset


def ring():
    """Choose devices and a step of a ring all-reduce; see chunks, partial sums and bytes."""
    n, step = slider("devices N", 4, 2, 8), slider("step", 0, 0, len(history(4)[0]))

    def fit(_):
        step.max = len(history(n.value)[0])

    n.observe(fit, names="value")
    return explorer([n, step], ring_view)


def ring_view(n, step):
    """HTML: an all-reduce of N chunks on n devices after `step` steps of its ring."""
    (n,) = counts("ring_view", most=MOST, n=n)
    rounds, x = history(n)
    here = f"ring_view, where {n} devices take {len(rounds)} steps"
    (step,) = counts(here, least=0, most=len(rounds), step=step)
    held = _held(n, rounds[:step])
    moved = rounds[step - 1] if step else []
    said = _in_words(n, rounds, step, held, x.nbytes // n**2)
    title = words(_title(step, len(rounds)), anchor="start")
    canvas = stack(title, _picture(held, moved, x), gap=8, align="start")
    alt = f"{said} {_told(held, moved)}"
    return canvas.picture(alt)._repr_html_() + paragraph(said)


@cache
def history(n):
    """The messages of each round of an all-reduce, as a run has them, and x: a row a device."""
    x = np.random.default_rng(n).integers(-4, 10, size=(n, n)).astype(float)
    *_, whole_x = records = [_rounds(x[:, :length]) for length in range(1, n + 1)]
    found = []
    for place, sent in enumerate(whole_x):
        held, moved = _held(n, found), []
        for message, (_, src, dst, nbytes) in enumerate(sent):
            # cut in n chunks, an array of `length` numbers leaves those from `length` on empty
            chunk = sum(not record[place][message].nbytes for record in records)
            moved.append(Moved(src, dst, chunk, nbytes, held[src][chunk]))
        found.append(moved)
    return found, x


def _rounds(x):
    """The messages of each round of an all-reduce, a row of x on each device."""
    mesh = Mesh(dp=len(x))
    return run(lambda dev, x: dev.all_reduce(x[0]), mesh, shard(x, axis=0)).traffic.rounds()


def _held(n, rounds):
    """Whose contributions each device has in each chunk after these rounds."""
    held = [[frozenset([device])] * n for device in range(n)]
    for moved in rounds:
        for _, dst, chunk, _, parts in moved:
            held[dst][chunk] |= parts
    return held


def _title(step, steps):
    return f"after step {step} of {steps}" if step else "at the beginning"


def _picture(held, moved, x):
    n = len(held)
    (width, height), left = CELL, 70
    canvas = Canvas()
    came = {(message.dst, message.chunk) for message in moved}
    for chunk in range(n):
        canvas.text(0, 32 + chunk * PITCH + height / 2, f"chunk {chunk}", 11, anchor="start")
    for device in range(n):
        at = left + GAP + device * (width + GAP)
        name = chip(device)
        canvas.place(name, at + (width - name.width) / 2, 0)
        for chunk, parts in enumerate(held[device]):
            total = sum(x[giver, chunk] for giver in parts)
            y = 32 + chunk * PITCH
            _chunk(canvas, at, y, n, parts, total, (device, chunk) in came)
    for message in moved:
        y = 32 + message.chunk * PITCH + 12
        start = left + GAP + message.src * (width + GAP) + width
        canvas.message(start + 3, y, start + GAP - 3, message.src)
        if message.dst < message.src:  # round the ring: out on the right, in on the left
            canvas.message(left + 3, y, left + GAP - 3, message.src)
    return canvas


def _chunk(canvas, x, y, n, parts, total, new):
    """A chunk: its sum so far, and below a field for each device, filled if it is in the sum."""
    (width, height), field = CELL, CELL[0] / n
    for giver in range(n):
        if giver in parts:
            fill = colours(giver)[0]
            canvas.rect(x + giver * field, y + height - 12, field, 12, fill, line=0.4)
        else:
            canvas.rect(x + giver * field, y + height - 12, field, 12, line=0.2)
    canvas.text(x + width / 2, y + 12, f"{total:g}", bold=len(parts) == n)
    canvas.rect(x, y, width, height, line=2.4 if new else 0.6)


def _in_words(n, rounds, step, held, nbytes):
    whole_x = n * nbytes
    if n == 1:
        return "One device: its x is the sum already, and nothing has to be sent."
    if not step:
        return (
            f"Each of {n} devices holds its own x of {size(whole_x)}, cut into {n} chunks of "
            f"{size(nbytes)}. Nothing has been sent."
        )
    copied = all(len(message.parts) == n for message in rounds[step - 1])
    does = "keeps it in place of its own: it is complete" if copied else "adds it to its own"
    sent = sum(message.nbytes for moved in rounds[:step] for message in moved if not message.src)
    complete = sum(len(parts) == n for own in held for parts in own)
    return (
        f"Step {step} of {len(rounds)}: each device sends a chunk of {size(nbytes)} to its "
        f"right-hand neighbour, which {does}. Sent so far by each device: {size(sent)}, "
        f"{sent / whole_x:.3g} times its x. Complete sums: {complete} of {n * n}."
    )


def _told(held, moved):
    """The state for a reader who does not see it: what moved, and what is complete."""
    if not moved:
        return "No chunk holds a sum yet."
    sent = "; ".join(f"device {m.src} sends chunk {m.chunk} to device {m.dst}" for m in moved)
    n = len(held)
    full = "; ".join(
        f"device {device} has {sum(len(parts) == n for parts in own)} complete"
        for device, own in enumerate(held)
    )
    return f"{sent}. Of {n} chunks, {full}."

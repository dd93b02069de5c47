"""Layers of a network on devices: a band for each stretch, activations passing down."""

from itertools import groupby

from shardlab.draw import checks
from shardlab.draw.slabs import chip, shown
from shardlab.draw.svg import Canvas, colours, stack, text_width, words
from shardlab.words import count

CELL, HEIGHT = 34, 34  # px of a layer
ARROW = 30  # px from band to band
MOST_CELLS, MOST_BANDS = 14, 12  # of more, the first ones and the last


def layers(per_device):
    """Which device holds which layers: bands from the first layer down, activations in between.

    `per_device` holds one list of layers for each device: `[range(0, 12), range(12, 24)]`. Layers
    count from 0, and each is on one device. A device whose layers do not follow each other, as in
    an interleaved pipeline, has several bands.
    """
    per_device = checks.layers(per_device)
    device_of = {layer: device for device, own in enumerate(per_device) for layer in own}
    order = [device_of[layer] for layer in range(len(device_of))]
    bands = [
        (device, [layer for layer, _ in own])
        for device, own in groupby(enumerate(order), key=lambda pair: pair[1])
    ]
    name = chip(len(per_device) - 1)
    left = name.width + 10
    cells = max(min(len(own), MOST_CELLS) for _, own in bands)
    width = max(cells * CELL, text_width("activations") + 30)
    centre = left + width / 2
    canvas, y = Canvas(), ARROW
    _arrow(canvas, centre, 0, "input")
    for place in shown(len(bands), MOST_BANDS):
        if place is None:
            canvas.text(centre, y + 10, f"… {len(bands) - MOST_BANDS + 1} more bands")
            y += 24
            _arrow(canvas, centre, y - 2, "activations")
            y += ARROW
            continue
        device, own = bands[place]
        canvas.place(chip(device, name.width), 0, y + (HEIGHT - name.height) / 2)
        _band(canvas, left, y, width, device, own)
        canvas.text(left + width + 10, y + HEIGHT / 2, _names(own), 11, anchor="start")
        y += HEIGHT
        _arrow(canvas, centre, y, "activations" if place < len(bands) - 1 else "output")
        y += ARROW
    title = f"{count(len(order), 'layer')} on {count(len(per_device), 'device')}"
    told = "; ".join(
        "…" if place is None else f"device {bands[place][0]} holds {_names(bands[place][1])}"
        for place in shown(len(bands), MOST_BANDS)
    )
    alt = f"{title}, activations passing down from the first layer to the last: {told}."
    return stack(words(title, anchor="start"), canvas, gap=8, align="start").picture(alt)


def _band(canvas, x, y, width, device, own):
    """The layers of one stretch, as cells in the colour of their device."""
    ink = colours(device)[1]
    canvas.device_rect(x, y, width, HEIGHT, device)
    places = shown(len(own), MOST_CELLS)
    cell = width / len(places)
    for column, place in enumerate(places):
        if column:
            at = x + column * cell
            canvas.line(at, y, at, y + HEIGHT, stroke=ink, width=0.5)
        text = "…" if place is None else own[place]
        canvas.text(x + (column + 0.5) * cell, y + HEIGHT / 2, text, fill=ink)


def _arrow(canvas, x, y, label):
    """Down from a band to the next one, with a word beside it."""
    end = y + ARROW - 3
    canvas.line(x, y + 3, x, end - 8, width=1.5)
    canvas.path(f"M{x:g} {end:g}l-5 -9h10z", x + 5, end, fill="currentColor", line=0)
    canvas.text(x + 10, y + ARROW / 2, label, 11, anchor="start")


def _names(own):
    return f"layer {own[0]}" if len(own) == 1 else f"layers {own[0]} to {own[-1]}"

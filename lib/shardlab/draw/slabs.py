"""Arrays as drawn blocks: small ones show their values, large ones are slabs drawn to scale."""

from math import prod

from shardlab.draw.svg import Canvas, beside, colours, grid, stack, text_width, words
from shardlab.shards import Shards
from shardlab.words import said

MOST_SHOWN = 8  # devices drawn one by one; of more, the first six and the last
MOST_ROWS, MOST_COLUMNS, LONGEST = 8, 12, 5  # an array no larger shows its values
SLAB_WIDTH, SLAB_HEIGHT, THINNEST = 260, 130, 12  # px
MOST_STRIPS = 64  # times that a part comes again in an array drawn flat: more would be hairlines


class Slab:
    """A shape without values, for what has not been computed."""

    def __init__(self, shape):
        self.shape = tuple(shape)


class Slabs(Shards):
    """Shards of which only the shapes are known."""

    def __init__(self, shapes, axis):
        self.pieces, self.axis = tuple(map(Slab, shapes)), axis


class Look:
    """The scale that the arrays of one picture share; `wholes` are the largest shapes in it."""

    def __init__(self, arrays, wholes):
        texts = [_cell_texts(array) for array in arrays if not isinstance(array, Slab)]
        tables = [flat(shape) for shape in wholes]
        small = all(rows <= MOST_ROWS and cols <= MOST_COLUMNS for rows, cols in tables)
        self.values = small and all(text is not None for text in texts)
        if self.values:
            longest = max((len(t) for table in texts for row in table for t in row), default=1)
            self.cell = (max(22, 7.5 * longest + 8), 22)
        elif small:
            self.cell = (20, 20)
        else:
            # no side counts as shorter than 1: an empty array has no scale of its own
            rows, cols = (max(1, *size) for size in zip(*tables, strict=True))
            # one scale for both directions, so that a picture keeps the proportions
            scale = min(SLAB_WIDTH / cols, SLAB_HEIGHT / rows)
            self.cell = (scale, scale)

    def size(self, shape):
        """(width, height) in px; an empty array is a thin line."""
        rows, cols = flat(shape)
        thinnest = 0 if self.cell[0] >= 20 else THINNEST
        width = max(thinnest, cols * self.cell[0]) if cols else 2
        return width, max(thinnest, rows * self.cell[1]) if rows else 2


def flat(shape):
    """(rows, columns) of an array drawn flat: the last axis to the right, all others down."""
    if len(shape) == 0:
        return 1, 1
    return prod(shape[:-1]), shape[-1]


def _cell_texts(array):
    """The values of a small array as short texts; None if they would not fit their cells."""
    if array.size > MOST_ROWS * MOST_COLUMNS:
        return None
    table = [[_short(value) for value in row] for row in array.reshape(flat(array.shape)).tolist()]
    fits = all(len(text) <= LONGEST for row in table for text in row)
    return table if fits else None


def _short(value):
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.1f}" if abs(value) < 100 else f"{value:.0f}"
    return f"{value:g}" if isinstance(value, float) else said(value, str)


def block(array, look, rank, pad=0, axis=None, origin=None):
    """One array in the colour of `rank`; its last `pad` along `axis` are hatched.

    `origin`, if given, holds one length a device: the parts along `axis` are coloured by them.
    """
    canvas, (width, height) = Canvas(), look.size(array.shape)
    if not prod(array.shape):
        canvas.rect(0, 0, width, height, dash="2 2")
        return canvas
    parts = [(rank, (0, 0, width, height))]
    if origin and sum(origin) == array.shape[axis]:
        parts = list(_strips(array.shape, axis, origin, width, height))
    for giver, where in parts:
        canvas.device_rect(*where, giver)
    if pad:
        kept = array.shape[axis] - pad
        for padding, where in _strips(array.shape, axis, [kept, pad], width, height):
            if padding:
                canvas.rect(*where, "#fff", opacity=0.6)
                canvas.hatch(*where)
    if look.cell[0] >= 20:
        _lines_and_values(canvas, array, look, parts)
    return canvas


def _strips(shape, axis, lengths, width, height):
    """(part, (x, y, width, height)) for the parts of an array along `axis`, which has `lengths`.

    Drawn flat, the parts along a middle axis come again for each index of the axes before it.
    """
    level = axis == len(shape) - 1
    again = 1 if level else min(MOST_STRIPS, prod(shape[:axis]))
    unit = (width if level else height) / (again * sum(lengths))
    at = 0
    for part, length in [*enumerate(lengths)] * again:
        step = length * unit
        if length:
            yield part, ((at, 0, step, height) if level else (0, at, width, step))
        at += step


def _lines_and_values(canvas, array, look, parts):
    """The cells; `parts` says in whose colour each of them lies, and so in which ink."""
    (rows, cols), (w, h) = flat(array.shape), look.cell
    blank = isinstance(array, Slab) or not look.values
    texts = [[""] * cols] * rows if blank else _cell_texts(array)
    for r in range(rows):
        for c in range(cols):
            x, y = (c + 0.5) * w, (r + 0.5) * h
            ink = next(colours(i)[1] for i, part in parts if _holds(part, x, y))
            if r:
                canvas.line(c * w, r * h, (c + 1) * w, r * h, stroke=ink, width=0.3)
            if c:
                canvas.line(c * w, r * h, c * w, (r + 1) * h, stroke=ink, width=0.3)
            if texts[r][c]:
                canvas.text(x, y, texts[r][c], fill=ink)


def _holds(part, x, y):
    left, top, width, height = part
    return left <= x < left + width and top <= y < top + height


def chip(rank, width=0, name="device"):
    """A device's name in its colour, at least `width` px wide; `name` says what it is."""
    canvas, text = Canvas(), f"{name} {rank}"
    width = max(width, text_width(text) + 10)
    canvas.device_rect(0, 0, width, 22, rank)
    canvas.text(width / 2, 11, text, fill=colours(rank)[1])
    return canvas


def shown(n, most=MOST_SHOWN):
    """The ranks to draw of n devices; None stands for those left out."""
    return list(range(n)) if n <= most else [*range(most - 2), None, n - 1]


def is_level(shards):
    """Do the pieces lie side by side? (Copies do, and pieces cut along the last axis.)"""
    return shards.axis is None or shards.axis == len(shards[0].shape) - 1


def pieces(shards, look, pad=0):
    """All pieces with their device and shape, a dashed line where the whole was cut."""
    pads = pad_by_piece(shards, pad)
    ranks = shown(len(shards))
    blocks = {r: block(shards[r], look, r, pads[r], shards.axis) for r in ranks if r is not None}
    if is_level(shards):
        height = max(part.height for part in blocks.values())
        row = []
        for rank in ranks:
            if rank is None:
                row.append(words("…"))
                continue
            named = stack(words(f"device {rank}"), blocks[rank], words(shards[rank].shape, 11))
            row += [named] if shards.axis is None or not rank else [_cut(0, height + 30), named]
        return beside(*row, gap=8 if shards.axis is not None else 18)
    width = max(part.width for part in blocks.values())
    rows = []
    for rank in ranks:
        if rank is None:
            rows.append([words("…")])
            continue
        if rank:
            rows.append([_cut(width, 0)])
        rows.append([blocks[rank], words(f"device {rank}  {shards[rank].shape}")])
    return grid(rows, row_gap=5)


def _cut(width, height):
    canvas = Canvas()
    canvas.line(0, 0, width, height, dash="4 3")
    return canvas


def pad_by_piece(shards, pad):
    """How much of each piece is padding, if the last `pad` along the cut are."""
    pads, left = [0] * len(shards), pad
    for rank in reversed(range(len(shards))):
        if shards.axis is not None and left:
            pads[rank] = min(left, shards[rank].shape[shards.axis])
            left -= pads[rank]
    return pads


def whole_shape(array):
    """The shape of what was cut: the pieces one after another."""
    if not isinstance(array, Shards):
        return array.shape
    shape = list(array[0].shape)
    if array.axis is not None:
        shape[array.axis] = sum(piece.shape[array.axis] for piece in array)
    return tuple(shape)


def who_holds(things):
    """`devices 0 to 2 hold (6, 3) each, device 3 holds (6, 2)`: for descriptions."""
    runs = []
    for rank, thing in enumerate(things):
        if runs and runs[-1][2] == thing:
            runs[-1][1] = rank
        else:
            runs.append([rank, rank, thing])
    return ", ".join(
        f"device {first} holds {thing}"
        if first == last
        else f"devices {first} to {last} hold {thing} each"
        for first, last, thing in runs
    )

"""Curves, drawn by hand: this loads at once, where a plotting library takes seconds."""

from math import ceil, floor, log10

from shardlab.errors import ShardError
from shardlab.svg import COLOURS, Canvas, stack, text_width, words

WIDTH, HEIGHT = 420, 200  # px of the plane
# told apart by colour, mark and dash; the colours read on white and on black
_LINES = ((COLOURS[5][0], "circle", None), (COLOURS[6][0], "square", "7 4"))
_LINES += ((COLOURS[2][0], "diamond", "2 3"), (COLOURS[4][0], "cross", "9 3 2 3"))


def curves(x, ys, xlabel="", ylabel="", title="", log=""):
    """Curves over x; `ys` holds their values by label. `log` names logarithmic axes: "x", "xy".

    Raises ShardError if a curve has not one value for each x, or a logarithm has no value.
    """
    if not ys or any(len(y) != len(x) for y in ys.values()) or not len(x):
        sizes = ", ".join(f"{label!r} has {len(y)}" for label, y in ys.items()) or "there is none"
        raise ShardError(f"draw.curves: each curve needs a value for each of {len(x)} x; {sizes}.")
    if len(ys) > len(_LINES):
        raise ShardError(f"draw.curves: {len(ys)} curves are too many; at most {len(_LINES)}.")
    x = [float(value) for value in x]
    ys = {label: [float(value) for value in y] for label, y in ys.items()}
    across = _Scale(x, WIDTH, "x" in log)
    up = _Scale([value for y in ys.values() for value in y], HEIGHT, "y" in log)
    canvas = Canvas()
    left = 12 + max(text_width(text, 11) for _, text in up.ticks)
    _axes(canvas, across, up, left)
    for y, line in zip(ys.values(), _LINES, strict=False):
        points = zip(map(across, x), map(up, y), strict=True)
        _curve(canvas, [(left + a, 8 + HEIGHT - b) for a, b in points], line)
    parts = [words(title, bold=True, anchor="start")] if title else []
    parts += [words(ylabel, 11, anchor="start")] if ylabel else []
    parts += [canvas]
    if xlabel:
        below = Canvas()
        below.text(left + WIDTH / 2, 8, xlabel, 11)
        parts.append(below)
    if len(ys) > 1:
        parts.append(_legend(ys, left))
    spans = "; ".join(f"{label}: from {y[0]:.3g} to {y[-1]:.3g}" for label, y in ys.items())
    alt = f"{title or ylabel} against {xlabel}, from {x[0]:g} to {x[-1]:g}. {spans}."
    return stack(*parts, gap=4, align="start").picture(alt)


class _Scale:
    """From a value to px along an axis, and where its ticks stand."""

    def __init__(self, values, length, log):
        if log and min(values) <= 0:
            raise ShardError(
                "draw.curves: a logarithmic axis needs values above 0; "
                f"the smallest here is {min(values):g}."
            )
        self.log, self.length = log, length
        ticks = _powers(values) if log else _steps(min(0, *values), max(values))
        self.low = self._at(min(ticks[0], *values))
        self.high = self._at(max(ticks[-1], *values))
        self.ticks = [(tick, f"{tick:g}") for tick in ticks]

    def _at(self, value):
        return log10(value) if self.log else value

    def __call__(self, value):
        return self.length * (self._at(value) - self.low) / ((self.high - self.low) or 1)


def _powers(values):
    """The values themselves, if they are few; else powers of ten."""
    if len(set(values)) <= 10:
        return sorted(set(values))
    return [10.0**k for k in range(floor(log10(min(values))), ceil(log10(max(values))) + 1)]


def _steps(low, high):
    """Four to eight round numbers from `low` to `high`."""
    rough = ((high - low) or 1) / 5
    size = 10 ** floor(log10(rough))
    step = next(size * round_ for round_ in (1, 2, 5, 10) if size * round_ >= rough)
    first, last = floor(low / step), ceil(high / step - 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def _axes(canvas, across, up, left):
    bottom = HEIGHT + 8
    for value, text in up.ticks:
        y = bottom - up(value)
        canvas.line(left, y, left + WIDTH, y, width=0.3)
        canvas.text(left - 6, y, text, 11, anchor="end")
    for value, text in across.ticks:
        canvas.line(left + across(value), bottom, left + across(value), bottom + 4)
        canvas.text(left + across(value), bottom + 14, text, 11)
    canvas.line(left, 8, left, bottom)
    canvas.line(left, bottom, left + WIDTH, bottom)


def _curve(canvas, points, line):
    colour, mark, dash = line
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    path = " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
    canvas.parts.append(
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
    )
    if len(points) <= 40:
        canvas.parts += [_mark(x, y, mark, colour) for x, y in points]


def _mark(x, y, mark, colour):
    if mark == "circle":
        return f'<circle cx="{x:.5g}" cy="{y:.5g}" r="4" fill="{colour}"/>'
    if mark == "cross":
        path = f"M{x - 4:.5g} {y - 4:.5g}l8 8m-8 0l8 -8"
        return f'<path d="{path}" stroke="{colour}" stroke-width="2"/>'
    path = f"M{x - 4:.5g} {y - 4:.5g}h8v8h-8z"
    if mark == "diamond":
        path = f"M{x:.5g} {y - 5:.5g}l5 5l-5 5l-5 -5z"
    return f'<path d="{path}" fill="{colour}"/>'


def _legend(labels, left):
    canvas, x = Canvas(), left
    for label, line in zip(labels, _LINES, strict=False):
        _curve(canvas, [(x, 9), (x + 16, 9), (x + 32, 9)], line)
        canvas.text(x + 40, 9, label, 11, anchor="start")
        x += 40 + text_width(label, 11) + 20
    return canvas

"""Curves over an axis, a logarithm where one is wanted."""

from math import ceil, floor, log10

from shardlab.draw.svg import COLOURS, Canvas, clean, stack, text_width, words
from shardlab.errors import ShardError
from shardlab.words import kind

WIDTH, HEIGHT = 400, 210  # px within the axes
APART = 16  # px from name to name
MOST_MARKS = 15  # on a curve
# told apart by colour, mark and dash; the colours read on white and on black
_LINES = (
    (COLOURS[5][0], "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z", None),
    (COLOURS[6][0], "M-3 -3h6v6h-6z", "6 3"),
    (COLOURS[2][0], "M0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z", "1.5 2.5"),
    (COLOURS[4][0], "M-3.5 -3.5l7 7m0 -7l-7 7", "8 2 2 2"),
)
_LARGEST = 1e100  # beyond it arithmetic overflows


def curves(x, ys, xlabel="", ylabel="", title="", log=""):
    """Curves over x; `ys` holds their values by label. `log` names logarithmic axes:
    "x", "y" or "xy".

    Raises ShardError if a curve has not one plain finite number for each x, or a logarithm has no
    value.
    """
    if not isinstance(ys, dict):
        raise ShardError(
            f"draw.curves: ys needs the values of each curve by its label, for example "
            f'{{"idle": [0.5, 0.2]}}, but got {kind(ys)}.'
        )
    x = _floats(x, "x")
    ys = {clean(label): _floats(y, f"the curve {label!r}") for label, y in ys.items()}
    xlabel, ylabel, title = clean(xlabel), clean(ylabel), clean(title)
    _check(x, ys, log)
    across = _Axis(x, WIDTH, "x" in log, room=46)
    up = _Axis(_all(ys), HEIGHT, "y" in log, room=APART, from_zero=True)
    named_up, named_across = _named(up.ticks), _named(across.ticks)
    canvas, left = Canvas(), 6 + max(text_width(name, 10) for name in named_up)
    for tick, name in zip(up.ticks, named_up, strict=True):
        y = HEIGHT - up.at(tick)
        canvas.line(left, y, left + WIDTH, y, width=0.2)
        canvas.text(left - 5, y, name, 10, anchor="end")
    for tick, name in zip(across.ticks, named_across, strict=True):
        at = left + across.at(tick)
        canvas.line(at, 0, at, HEIGHT, width=0.2)
        canvas.line(at, HEIGHT, at, HEIGHT + 4)
        canvas.text(at, HEIGHT + 13, name, 10)
    canvas.line(left, 0, left, HEIGHT)
    canvas.line(left, HEIGHT, left + WIDTH, HEIGHT)
    if xlabel:
        canvas.text(left + WIDTH / 2, HEIGHT + 31, xlabel, 11)
    places = {
        label: [(left + across.at(a), HEIGHT - up.at(b)) for a, b in zip(x, y, strict=True)]
        for label, y in ys.items()
    }
    for line, corners in zip(_LINES, places.values(), strict=False):
        _curve(canvas, line, corners)
    if len(ys) > 1:
        _names(canvas, left + WIDTH + 14, {label: own[-1][1] for label, own in places.items()})
    heads = [words(title, bold=True, anchor="start")] if title else []
    heads += [words(ylabel, 11, anchor="start")] if ylabel else []
    spans = "; ".join(f"{label}: from {y[0]:.3g} to {y[-1]:.3g}" for label, y in ys.items())
    what = f"{title or ylabel or 'Values'} against {xlabel or 'x'}"
    alt = f"{what}, from {x[0]:g} to {x[-1]:g}. {spans}."
    return stack(*heads, canvas, gap=8, align="start").picture(alt)


class _Axis:
    """Where values lie, in px from its beginning, and which of them it names."""

    def __init__(self, values, length, log, room, from_zero=False):
        self._log, low, high = log, min(values), max(values)
        if log:
            low, high = log10(low), log10(high)
        if high - low <= 1e-9 * max(abs(low), abs(high)):
            wider = 0.5 if log else 0.1 * abs(high) or 1
            low, high = low - wider, high + wider
        else:
            margin = (0.04 if from_zero else 0.03) * (high - low)
            low, high = low - margin, high + margin
        if from_zero and not log and min(values) >= 0:
            low = 0.0
        self._low, self._unit = low, length / (high - low)
        ticks = _powers(low, high, sorted(set(values))) if log else _round(low, high)
        self.ticks = []
        for tick in ticks:  # those that have room
            if not self.ticks or self.at(tick) - self.at(self.ticks[-1]) >= room / (1 + log):
                self.ticks.append(tick)

    def at(self, value):
        return ((log10(value) if self._log else value) - self._low) * self._unit


def _round(low, high):
    """Some round numbers from low to high."""
    power = 10.0 ** floor(log10((high - low) / 5))
    step = next(power * n for n in (1, 2, 5, 10) if (high - low) / (power * n) <= 6)
    return [step * n for n in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _powers(low, high, values):
    """The values themselves if they are few and round, else powers of ten, with 2 and 5 where those
    are few; low and high are logarithms."""
    if len(values) <= 10 and all(float(f"{value:.3g}") == value for value in values):
        return values
    every = ceil((high - low) / 6)
    digits = (1, 2, 5) if high - low < 3 else (1,)
    ticks = [10.0**n * digit for n in range(floor(low), ceil(high) + 1, every) for digit in digits]
    return [tick for tick in ticks if low <= log10(tick) <= high] or [values[0], values[-1]]


def _named(ticks):
    """1000, or 10³, 10⁶, 2·10⁹: one way for all of an axis, short enough to stand beside it."""
    plain = [f"{tick:.5g}" for tick in ticks if tick == 0 or 1e-3 <= abs(tick) < 1e5]
    return plain if len(plain) == len(ticks) else [_power(tick) if tick else "0" for tick in ticks]


def _power(value):
    digits, _, power = f"{value:.3e}".partition("e")
    digits = f"{float(digits):g}"
    power = "10" + str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return {"1": power, "-1": f"-{power}"}.get(digits, f"{digits}·{power}")


def _curve(canvas, line, corners):
    colour, mark, dash = line
    d = "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    canvas.path(d, right, bottom, stroke=colour, line=1.8, dash=dash)
    for x, y in corners[:: -(-len(corners) // MOST_MARKS)]:
        _mark(canvas, x, y, colour, mark)


def _mark(canvas, x, y, colour, mark):
    dot = Canvas()
    dot.path(mark, 0, 0, fill=colour, stroke=colour, line=1.5)
    canvas.place(dot, x, y)


def _names(canvas, x, ends):
    """Each curve's name beside its end, moved where names would overlap."""
    lines = dict(zip(ends, _LINES, strict=False))
    order, lowest = sorted(ends, key=ends.get), HEIGHT
    heights = []
    for label in order:
        heights.append(max(ends[label], heights[-1] + APART if heights else 0))
    for place in reversed(range(len(order))):
        heights[place] = min(heights[place], lowest)
        lowest = heights[place] - APART
    for label, y in zip(order, heights, strict=True):
        colour, mark, dash = lines[label]
        canvas.path(f"M{x:g} {y:.5g}h26", x + 26, y, stroke=colour, line=1.8, dash=dash)
        _mark(canvas, x + 13, y, colour, mark)
        canvas.text(x + 32, y, label, 11, anchor="start")


def _floats(values, name):
    """`values` as a list of floats that can be drawn."""
    try:
        values = list(values)
    except TypeError:
        raise ShardError(f"draw.curves: {name} needs a list of numbers.") from None
    for place, value in enumerate(values):
        try:
            values[place] = float(value)
        except (TypeError, ValueError, OverflowError):
            raise ShardError(
                f"draw.curves: {name} needs numbers that fit a float, but value {place} is "
                f"{kind(value)}."
            ) from None
        if not abs(values[place]) <= _LARGEST:  # nan is not, either
            raise ShardError(
                f"draw.curves: value {place} of {name} is {values[place]:g}, which can't be drawn; "
                "leave it out, there and in what goes with it."
            )
    return values


def _check(x, ys, log):
    if log not in ("", "x", "y", "xy", "yx"):
        raise ShardError(
            f'draw.curves: log names the logarithmic axes, "x", "y" or "xy"; it was {log!r}.'
        )
    if not ys or any(len(y) != len(x) for y in ys.values()) or not x:
        sizes = ", ".join(f"{label!r} has {len(y)}" for label, y in ys.items()) or "there is none"
        raise ShardError(f"draw.curves: each curve needs a value for each of {len(x)} x; {sizes}.")
    if len(ys) > len(_LINES):
        raise ShardError(f"draw.curves: {len(ys)} curves are too many; at most {len(_LINES)}.")
    logarithmic = (x if "x" in log else []) + (_all(ys) if "y" in log else [])
    if logarithmic and min(logarithmic) < 1 / _LARGEST:
        raise ShardError(
            "draw.curves: a logarithmic axis needs values above 0, which can be told from it; "
            f"the smallest here is {min(logarithmic):g}."
        )


def _all(ys):
    return [value for y in ys.values() for value in y]

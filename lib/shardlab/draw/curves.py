"""Curves, drawn by Matplotlib, which loads when the first one is asked for."""

import io
import re
from html import escape

from shardlab.draw.svg import COLOURS, Picture, clean
from shardlab.errors import ShardError
from shardlab.words import kind

# told apart by colour, mark and dash; the colours read on white and on black
_LINES = (
    {"color": COLOURS[5][0], "marker": "o", "linestyle": "-"},
    {"color": COLOURS[6][0], "marker": "s", "linestyle": (0, (4, 2))},
    {"color": COLOURS[2][0], "marker": "D", "linestyle": ":"},
    {"color": COLOURS[4][0], "marker": "x", "linestyle": "-."},
)
_LARGEST = 1e100  # beyond it Matplotlib's own arithmetic overflows
_INK = "#010203"  # Matplotlib knows no currentColor: this stands for it until the SVG is written
_STYLE = {
    "svg.fonttype": "none",  # text stays text
    "text.parse_math": False,  # a dollar is a dollar
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": _INK,
    "grid.alpha": 0.15,
    "legend.frameon": False,
}
_STYLE |= dict.fromkeys(
    ["text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"], _INK
)


def curves(x, ys, xlabel="", ylabel="", title="", log=""):
    """Curves over x; `ys` holds their values by label. `log` names logarithmic axes: "x", "xy".

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
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator

    spans = "; ".join(f"{label}: from {y[0]:.3g} to {y[-1]:.3g}" for label, y in ys.items())
    alt = f"{title or ylabel} against {xlabel}, from {x[0]:g} to {x[-1]:g}. {spans}."
    # the salt makes ids that are the same at each drawing, and that no other picture has
    with rc_context(_STYLE | {"svg.hashsalt": alt}):
        figure = Figure(figsize=(5, 2.8), layout="constrained")
        axes = figure.subplots()
        for (label, y), line in zip(ys.items(), _LINES, strict=False):
            axes.plot(x, y, label=label, markevery=max(1, len(x) // 40), markersize=5, **line)
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title)
        if "x" in log:
            axes.set_xscale("log")
        if "y" in log:
            axes.set_yscale("log")
        elif min(min(y) for y in ys.values()) >= 0:
            axes.set_ylim(bottom=0)
        for axis, values in ((axes.xaxis, x), (axes.yaxis, _all(ys))):
            few = sorted(set(values))
            if axis.get_scale() == "log":
                if few[-1] / few[0] < 1000:  # then powers of ten say little
                    axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
                axis.set_major_formatter(lambda value, place: _tick(value))
                axis.set_ticks([], minor=True)
                if len(few) <= 10:
                    axis.set_ticks(few, [_tick(value) for value in few])
        if len(ys) > 1:
            axes.legend()
        file = io.StringIO()
        nothing = dict.fromkeys(["Date", "Creator", "Format", "Type"])
        figure.savefig(file, format="svg", transparent=True, metadata=nothing)
    return Picture(_inline(file.getvalue(), alt), alt)


def _tick(value):
    """1000, 10⁶, 2·10⁹: short enough to stand under an axis."""
    digits, _, power = f"{value:g}".partition("e")
    if not power and 1e-3 <= value < 1e5:
        return digits
    digits, _, power = f"{value:.3e}".partition("e")
    digits = f"{float(digits):g}"
    power = "10" + str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return power if digits == "1" else f"{digits}·{power}"


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


def _inline(svg, alt):
    """Matplotlib's SVG as a part of a page: described, in the page's ink, with no needless ids."""
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(r"<style.*?</style>", "", svg, flags=re.DOTALL)  # it would style the whole page
    label = escape(alt, quote=True)
    used = set(re.findall(r"(?:url\(#|href=\"#)([^\")]+)", svg))
    svg = re.sub(r' id="([^"]*)"', lambda id: id[0] if id[1] in used else "", svg)
    head = f'<svg role="img" aria-label="{label}" style="max-width:100%;height:auto" '
    svg = svg.replace(_INK, "currentColor").replace("<svg ", head, 1)
    return svg.replace(">", f"><title>{label}</title>", 1)

"""Curves, drawn by Matplotlib, which loads when the first one is asked for."""

import io
import re
from html import escape

from shardlab.draw.svg import COLOURS, Picture
from shardlab.errors import ShardError

# told apart by colour, mark and dash; the colours read on white and on black
_LINES = (
    {"color": COLOURS[5][0], "marker": "o", "linestyle": "-"},
    {"color": COLOURS[6][0], "marker": "s", "linestyle": (0, (4, 2))},
    {"color": COLOURS[2][0], "marker": "D", "linestyle": ":"},
    {"color": COLOURS[4][0], "marker": "x", "linestyle": "-."},
)
_INK = "#010203"  # Matplotlib knows no currentColor: this stands for it until the SVG is written
_STYLE = {
    "svg.fonttype": "none",  # text stays text
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

    Raises ShardError if a curve has not one value for each x, or a logarithm has no value.
    """
    x = [float(value) for value in x]
    ys = {label: [float(value) for value in y] for label, y in ys.items()}
    _check(x, ys, log)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

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
                axis.set_major_formatter("{x:g}")
                axis.set_ticks([], minor=True)
                if len(few) <= 10:  # then powers of ten say little
                    axis.set_ticks(few, [f"{value:g}" for value in few])
        if len(ys) > 1:
            axes.legend()
        file = io.StringIO()
        nothing = dict.fromkeys(["Date", "Creator", "Format", "Type"])
        figure.savefig(file, format="svg", transparent=True, metadata=nothing)
    return Picture(_inline(file.getvalue(), alt), alt)


def _check(x, ys, log):
    if not ys or any(len(y) != len(x) for y in ys.values()) or not x:
        sizes = ", ".join(f"{label!r} has {len(y)}" for label, y in ys.items()) or "there is none"
        raise ShardError(f"draw.curves: each curve needs a value for each of {len(x)} x; {sizes}.")
    if len(ys) > len(_LINES):
        raise ShardError(f"draw.curves: {len(ys)} curves are too many; at most {len(_LINES)}.")
    logarithmic = (x if "x" in log else []) + (_all(ys) if "y" in log else [])
    if logarithmic and min(logarithmic) <= 0:
        raise ShardError(
            "draw.curves: a logarithmic axis needs values above 0; "
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

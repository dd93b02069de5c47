"""A small canvas for pictures: inline SVG with a description, one colour a device.

Inline, so that text and lines take the page's own colour (`currentColor`) and read in a dark theme
as in a light one. No ids, so that many pictures can stand in one notebook.
"""

import re
from html import escape
from pathlib import Path

# Okabe & Ito's palette, told apart by colour-blind eyes, and the ink that reads on each.
COLOURS = (
    ("#56B4E9", "#000"),  # sky blue
    ("#E69F00", "#000"),  # orange
    ("#009E73", "#000"),  # bluish green
    ("#F0E442", "#000"),  # yellow
    ("#CC79A7", "#000"),  # reddish purple
    ("#0072B2", "#fff"),  # blue
    ("#D55E00", "#000"),  # vermilion
    ("#BBBBBB", "#000"),  # grey
)
NEUTRAL = ("#E8E8E8", "#000")  # what belongs to no device alone
FONT = 12
INK = "currentColor"
# what XML allows, without the control characters that it allows but nobody can read
_UNFIT = re.compile("[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def colours(rank):
    """(fill, ink) of a device; None is "no device alone". Past eight devices colours come again."""
    return NEUTRAL if rank is None else COLOURS[rank % len(COLOURS)]


def clean(text):
    """`text` on one line and fit for an SVG: a lone surrogate, say, becomes a replacement mark."""
    return _UNFIT.sub("\ufffd", re.sub(r"[\t\n\r]", " ", str(text)))


def text_width(text, size=FONT):
    """A little more than the width of `text` in a sans-serif font, in px."""
    text = str(text)
    wide = sum(map(text.count, "mwMW@%")) * 0.35 + sum(map(text.count, "=+<>≤≥×")) * 0.24
    return size * (0.6 * len(text) + wide)


class Picture:
    """A drawing with a description. A notebook shows it; `svg`, `alt` and `html` are its parts."""

    def __init__(self, svg, alt, html=""):
        self.svg, self.alt, self.html = svg, clean(alt), html

    def save(self, path):
        """Write an SVG file that stands alone and follows its reader's light or dark theme."""
        theme = "svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}"
        svg = self.svg.replace("<title>", f"<style>{theme}</style><title>", 1)
        Path(path).write_text(svg + "\n", encoding="utf-8")

    def _repr_html_(self):
        return self.svg + self.html

    def __repr__(self):
        return f"Picture: {self.alt}"


def svg_open(width, height, alt):
    """The opening tag and title that every picture has: its role, its description, its size."""
    label = escape(clean(alt), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f'style="max-width:100%;height:auto" font-family="system-ui,sans-serif">'
        f"<title>{label}</title>"
    )


class Canvas:
    """Draws in px from the top left, and grows to hold what is drawn."""

    def __init__(self):
        self.parts, self.width, self.height = [], 0, 0

    def _reach(self, x, y):
        self.width, self.height = max(self.width, x), max(self.height, y)

    def rect(self, x, y, w, h, fill="none", stroke=INK, dash=None, opacity=1, line=1):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        faint = f' fill-opacity="{opacity:g}"' if opacity != 1 else ""
        self.parts.append(
            f'<rect x="{x:.5g}" y="{y:.5g}" width="{w:.5g}" height="{h:.5g}" fill="{fill}"{faint} '
            f'stroke="{stroke}" stroke-width="{line:g}"{dashes}/>'
        )
        self._reach(x + w, y + h)

    def device_rect(self, x, y, w, h, rank, opacity=1, line=1):
        """A rectangle in the device's colour; from device 8 on, where the colours come again, with
        an inner frame. (The label, which says the rank, is never left out.)"""
        fill, ink = colours(rank)
        self.rect(x, y, w, h, fill, opacity=opacity, line=line)
        if (rank or 0) >= len(COLOURS) and min(w, h) > 8:
            self.rect(x + 2.5, y + 2.5, w - 5, h - 5, stroke=ink)

    def text(self, x, y, text, size=FONT, anchor="middle", fill=INK, bold=False):
        """`x` is where `anchor` says; `y` is the middle of the line."""
        text = clean(text)
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(
            f'<text x="{x:.5g}" y="{y + 0.35 * size:.5g}" font-size="{size:g}" fill="{fill}" '
            f'text-anchor="{anchor}"{weight}>{escape(text)}</text>'
        )
        right = {"start": 1, "middle": 0.5, "end": 0}[anchor] * text_width(text, size)
        self._reach(x + right, y + 0.7 * size)

    def line(self, x1, y1, x2, y2, dash=None, stroke=INK, width=1):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<line x1="{x1:.5g}" y1="{y1:.5g}" x2="{x2:.5g}" y2="{y2:.5g}" stroke="{stroke}" '
            f'stroke-width="{width:g}"{dashes}/>'
        )
        self._reach(max(x1, x2), max(y1, y2))

    def arrow(self, x1, y, x2, label=""):
        """A level arrow from left to right, with a word above it."""
        self.line(x1, y, x2 - 7, y, width=1.5)
        self.parts.append(
            f'<polygon points="{x2:g},{y:g} {x2 - 9:g},{y - 5:g} {x2 - 9:g},{y + 5:g}" '
            f'fill="{INK}"/>'
        )
        if label:
            self.text((x1 + x2) / 2, y - 12, label, bold=True)
        self._reach(x2, y + 5)

    def message(self, x1, y, x2, rank):
        """A level arrow, to the right or to the left, in the colour of the device that sends."""
        ahead = 1 if x2 > x1 else -1
        neck = x2 - 9 * ahead
        points = [(x1, -2.5), (neck, -2.5), (neck, -6), (x2, 0), (neck, 6), (neck, 2.5), (x1, 2.5)]
        corners = " ".join(f"{x:.5g},{y + dy:.5g}" for x, dy in points)
        self.parts.append(
            f'<polygon points="{corners}" fill="{colours(rank)[0]}" stroke="{INK}" '
            f'stroke-width="0.8"/>'
        )
        self._reach(max(x1, x2), y + 6)

    def dot(self, x, y):
        self.parts.append(f'<circle cx="{x:.5g}" cy="{y:.5g}" r="3" fill="{INK}"/>')
        self._reach(x + 3, y + 3)

    def path(self, d, right, bottom, fill="none", stroke=INK, opacity=1, line=1, dash=None):
        """Any outline `d`, as SVG writes it, which reaches to `right` and to `bottom`."""
        faint = f' fill-opacity="{opacity:g}"' if opacity != 1 else ""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<path d="{d}" fill="{fill}"{faint} stroke="{stroke}" stroke-width="{line:g}"'
            f"{dashes}/>"
        )
        self._reach(right, bottom)

    def hatch(self, x, y, w, h, step=6, stroke="#000"):
        """Slanted lines inside a rectangle: here is nothing of use."""
        run = []
        for start in range(step // 2, int(w + h), step):
            x1, y1 = (x + start, y) if start <= w else (x + w, y + start - w)
            x2, y2 = (x, y + start) if start <= h else (x + start - h, y + h)
            run.append(f"M{x1:.5g} {y1:.5g}L{x2:.5g} {y2:.5g}")
        self.parts.append(
            f'<path d="{"".join(run)}" stroke="{stroke}" stroke-width="1" '
            f'stroke-opacity="0.4" fill="none"/>'
        )

    def place(self, other, x, y):
        """Another canvas, its top left at (x, y)."""
        self.parts += [f'<g transform="translate({x:.5g} {y:.5g})">', *other.parts, "</g>"]
        self._reach(x + other.width, y + other.height)
        return self

    def picture(self, alt, html=""):
        """The finished picture, with `alt` as its description."""
        opening = svg_open(round(self.width + 4), round(self.height + 4), alt)
        body = "".join(self.parts)
        return Picture(f'{opening}<g transform="translate(2 2)">{body}</g></svg>', alt, html)


def grid(rows, gap=10, row_gap=None, align="middle"):
    """One canvas from rows of canvases: columns share a width, rows a height, all are centred
    upright; `align` is "middle" or "start" within a column."""
    row_gap = gap if row_gap is None else row_gap
    columns = max(len(row) for row in rows)
    widths = [max(row[c].width for row in rows if c < len(row)) for c in range(columns)]
    whole, y = Canvas(), 0
    for row in rows:
        height, x = max(part.height for part in row), 0
        for part, width in zip(row, widths, strict=False):
            shift = (width - part.width) / 2 if align == "middle" else 0
            whole.place(part, x + shift, y + (height - part.height) / 2)
            x += width + gap
        y += height + row_gap
    return whole


def beside(*parts, gap=10):
    """Canvases in a row, centred upright."""
    return grid([parts], gap=gap)


def stack(*parts, gap=6, align="middle"):
    """Canvases in a column."""
    return grid([[part] for part in parts], row_gap=gap, align=align)


def words(text, size=FONT, bold=False, anchor="middle"):
    """A canvas that holds one line of text; give titles the anchor "start"."""
    canvas = Canvas()
    x = text_width(text, size) / 2 if anchor == "middle" else 0
    canvas.text(x, 0.7 * size, text, size, anchor=anchor, bold=bold)
    return canvas

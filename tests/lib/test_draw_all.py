"""What holds for all pictures: they read, they are quick, and objects show themselves by them."""

import subprocess
import sys

import numpy as np
import pytest

from shardlab import Mesh, replicate, run, shard
from shardlab.draw.charts import PALE
from shardlab.draw.matrix import FILL, SHADES
from shardlab.draw.svg import COLOURS, NEUTRAL, Canvas, colours
from shardlab.pipeline import F, simulate

rng = np.random.default_rng(8)


def integers(*shape):
    return rng.integers(-9, 10, size=shape)


def rgb(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return np.array([int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)])


def luminance(channels):
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


@pytest.mark.parametrize(("fill", "ink"), [*COLOURS, NEUTRAL])
def test_text_reads_on_every_colour(fill, ink):
    assert contrast(rgb(fill), rgb(ink)) >= LEAST


def contrast(one, other):
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


LEAST = 4.5  # WCAG 2, level AA
PAGES = [("#ffffff", "#212121"), ("#111111", "#ffffff")]  # JupyterLab, light and dark


@pytest.mark.parametrize(("page", "page_ink"), PAGES)
@pytest.mark.parametrize(
    ("fill", "full", "ink"),
    [(fill, PALE, "currentColor") for fill, _ in COLOURS]
    + [(FILL, full, ink) for full, ink in SHADES],
)
def test_text_reads_on_what_lets_the_page_show_through(fill, full, ink, page, page_ink):
    behind = full * rgb(fill) + (1 - full) * rgb(page)
    assert contrast(behind, rgb(page_ink if ink == "currentColor" else ink)) >= LEAST


def test_past_eight_devices_colours_repeat_with_a_frame():
    assert colours(8) == colours(0) and len(set(COLOURS)) == 8
    first, ninth = Canvas(), Canvas()
    first.device_rect(0, 0, 40, 20, 0)
    ninth.device_rect(0, 0, 40, 20, 8)
    assert (len(first.parts), len(ninth.parts)) == (1, 2)


def test_objects_show_themselves():
    X = integers(2, 4)
    done = run(lambda dev, x: dev.all_reduce(x), Mesh(tp=2), X)
    for thing in (
        shard(X, axis=1, n=2),
        shard(X, axis=1),
        replicate(X),
        Mesh(tp=3),
        run(lambda dev, x: x, Mesh(tp=2), X),
        simulate([[F(0)], [F(0)]]),
        done.traffic,
        done.memory,
        done.timeline,
    ):
        assert thing._repr_html_().startswith("<svg")
        assert "<" not in repr(thing)


def test_the_library_loads_no_widgets_and_no_plotting():
    code = "import sys, shardlab; print({'ipywidgets', 'matplotlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"

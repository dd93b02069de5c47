"""Bars are as long as what they stand for, part by part."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import draw
from shardlab.draw.matrix import FILL
from shardlab.draw.svg import colours
from shardlab.errors import ShardError
from shardlab.words import size

SVG = "{http://www.w3.org/2000/svg}"
amounts = st.floats(1, 1e12)


def root(picture):
    tree = ET.fromstring(picture.svg)
    assert tree.get("aria-label") == tree.find(f"{SVG}title").text == picture.alt
    assert "id=" not in picture.svg and "<style" not in picture.svg
    return tree


def texts(picture):
    return [element.text for element in root(picture).iter(f"{SVG}text")]


def widths(picture, fill, height="22"):
    rects = [e for e in root(picture).iter(f"{SVG}rect") if e.get("fill") == fill]
    return [float(e.get("width")) for e in rects if e.get("height") == height]


@settings(max_examples=40)
@given(st.lists(st.tuples(amounts, amounts, amounts), min_size=1, max_size=8), amounts)
def test_parts_are_to_scale_and_so_is_the_limit(rows, limit):
    held = [dict(zip(("weights", "gradients", "optimizer"), row, strict=True)) for row in rows]
    picture = draw.bars(held, "held", limit=limit)
    drawn = widths(picture, FILL)
    flat = [amount for row in rows for amount in row]
    unit = 560 / (1.02 * max(limit, *map(sum, rows)))
    assert drawn == pytest.approx([amount * unit for amount in flat], rel=1e-3, abs=1e-3)
    for rank, row in enumerate(rows):
        assert f"device {rank} {size(sum(row))} (weights {size(row[0])}, " in picture.alt
        assert size(sum(row)) in texts(picture)
    assert f"Limit: {size(limit)}." in picture.alt
    (line,) = [e for e in root(picture).iter(f"{SVG}line") if e.get("stroke-dasharray")]
    axis = min(float(e.get("x1")) for e in root(picture).iter(f"{SVG}line"))
    assert float(line.get("x1")) - axis == pytest.approx(limit * unit, rel=1e-2, abs=0.1)
    assert {"weights", "gradients", "optimizer"} <= set(texts(picture))


def test_a_single_kind_of_thing_has_the_colours_of_the_devices():
    picture = draw.bars([{"a": 4}, {"a": 2}], say=lambda n: f"{n} of them", name="stage")
    for rank in range(2):
        assert len(widths(picture, colours(rank)[0])) == 2  # name and bar
    assert {"stage 0", "stage 1", "4 of them", "2 of them"} <= set(texts(picture))
    assert picture.alt == "Held: stage 0 4 of them; stage 1 2 of them."


def test_rows_may_have_names():
    picture = draw.bars([{"a": 4, "b": 0}, {}], name=["before", "after"])
    assert {"before", "after", "4 B", "0 B"} <= set(texts(picture))
    assert len(widths(picture, FILL)) == 1  # what is nothing is not drawn


def test_of_many_devices_the_first_and_the_last_are_drawn():
    shown = texts(draw.bars([{"a": n} for n in range(40)]))
    assert {"device 0", "…", "device 39"} <= set(shown) and "device 20" not in shown


@pytest.mark.parametrize(
    ("held", "more", "said"),
    [
        ({"a": 3}, {}, "needs one dict for each device, .* but got a dict"),
        ([], {}, "needs one dict"),
        ([3], {}, "needs one dict"),
        ([{"a": -1}], {}, "0 or more; it was -1"),
        ([{"a": "3"}], {}, "it was '3'"),
        ([{"a": float("nan")}], {}, "it was nan"),
        ([{"a": True}], {}, "it was True"),
        ([{"a": 3}], {"limit": -2}, "it was -2"),
        ([{str(n): 3 for n in range(8)}], {}, "8 kinds are too many, at most 7"),
        ([{"a": 3}], {"name": ["x", "y"]}, "2 names for 1 row"),
    ],
)
def test_what_is_no_amount_is_refused(held, more, said):
    with pytest.raises(ShardError, match=rf"draw\.bars: .*{said}"):
        draw.bars(held, **more)

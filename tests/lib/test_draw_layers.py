"""Layers on devices: every layer once, in order, in its device's colour."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import draw
from shardlab.draw.svg import colours
from shardlab.errors import ShardError

SVG = "{http://www.w3.org/2000/svg}"


def root(picture):
    tree = ET.fromstring(picture.svg)
    assert tree.get("aria-label") == tree.find(f"{SVG}title").text == picture.alt
    assert "id=" not in picture.svg and "<style" not in picture.svg
    return tree


def texts(picture):
    return [element.text for element in root(picture).iter(f"{SVG}text")]


def bands(picture):
    """The colours of the bands, from the top."""
    return [e.get("fill") for e in root(picture).iter(f"{SVG}rect") if e.get("height") == "34"]


@settings(max_examples=60)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.randoms())
def test_every_layer_stands_in_its_band(lengths, random):
    ends = np.cumsum(lengths).tolist()
    per_device = [list(range(end - n, end)) for n, end in zip(lengths, ends, strict=True)]
    for own in per_device:
        random.shuffle(own)
    picture = draw.layers(per_device)
    shown = texts(picture)
    assert [int(t) for t in shown if t.isdigit()] == list(range(ends[-1]))
    assert bands(picture) == [colours(device)[0] for device in range(len(lengths))]
    assert shown.count("activations") == len(lengths) - 1
    assert shown.count("input") == shown.count("output") == 1
    for device, own in enumerate(per_device):
        first, last = min(own), max(own)
        said = f"layer {first}" if first == last else f"layers {first} to {last}"
        assert said in shown and f"device {device} holds {said}" in picture.alt


def test_the_figure_of_the_question():
    per_device = [range(0, 12), range(12, 24), range(24, 36), range(36, 48)]
    picture = draw.layers(per_device)
    assert picture.alt.startswith("48 layers on 4 devices, activations passing down")
    assert picture.svg == draw.layers(np.arange(48).reshape(4, 12)).svg


def test_a_device_with_two_chunks_has_two_bands():
    picture = draw.layers([[0, 1, 4, 5], [2, 3, 6, 7]])
    assert bands(picture) == [colours(device)[0] for device in (0, 1, 0, 1)]
    assert texts(picture).count("activations") == 3


def test_long_ranges_and_many_devices_are_abbreviated():
    wide = texts(draw.layers([range(0, 96), range(96, 100)]))
    assert {"0", "11", "…", "95", "layers 0 to 95"} <= set(wide) and "50" not in wide
    picture = draw.layers([[i] for i in range(40)])
    assert len(bands(picture)) == 11 and "… 29 more bands" in texts(picture)
    assert {"device 9", "device 39"} <= set(texts(picture)) and len(picture.svg) < 20_000


@pytest.mark.parametrize(
    ("per_device", "said"),
    [
        (3, "needs one list of layers for each device, .* but got an int"),
        ([3, 4], "got a list of something else"),
        ([["a"], [0]], "device 0 has 'a'; layers are whole numbers from 0"),
        ([[0, 1.5]], "device 0 has 1.5"),
        ([[-1, 0]], "device 0 has -1"),
        ([[True]], "device 0 has True"),
        ([[0, "a"]], "needs one list of layers"),
        ([[0, 1], [1, 2]], "layer 1 is on device 0 and on device 1"),
        ([[0, 0]], "layer 0 is on device 0 and on device 0"),
        ([[0], []], "device 1 has no layer"),
        ([[0], [2]], "layer 1 is on no device"),
        ([[1, 2]], "layer 0 is on no device"),
        ([], "layer 0 is on no device"),
    ],
)
def test_what_is_no_division_of_layers_is_refused(per_device, said):
    with pytest.raises(ShardError, match=rf"draw\.layers: .*{said}") as caught:
        draw.layers(per_device)
    assert not re.search(r"\n", str(caught.value))

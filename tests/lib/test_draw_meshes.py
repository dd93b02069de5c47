"""The picture of a mesh shows who talks to whom, as the devices themselves find it."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Mesh, draw, run
from shardlab.errors import ShardError

SVG = "{http://www.w3.org/2000/svg}"


def texts(element):
    return [text.text for text in element.iter(f"{SVG}text")]


def frames(picture):
    """The texts in each dashed frame."""
    found = []
    for group in ET.fromstring(picture.svg).iter(f"{SVG}g"):
        if any(child.get("stroke-dasharray") for child in group.findall(f"{SVG}rect")):
            found.append(texts(group))
    return found


@settings(max_examples=40)
@given(st.data())
def test_the_frames_are_the_groups_of_a_run(data):
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    names = ["dp", "pp", "tp"][: len(sizes)]
    mesh = Mesh(**dict(zip(names, sizes, strict=True)))
    along = data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True))
    groups = set(run(lambda dev: dev[tuple(along)].ranks, mesh).outputs)
    picture = draw.mesh(mesh, along=tuple(along))
    many = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
    assert f"{many} of {len(next(iter(groups)))}" in picture.alt
    if len(groups) > 8 or max(map(len, groups)) > 8:
        return
    drawn = [
        tuple(int(text.split()[1]) for text in frame if text.startswith("device"))
        for frame in frames(picture)
    ]
    assert len(drawn) == len(groups) and set(drawn) == groups
    for frame, ranks in zip(frames(picture), drawn, strict=True):
        where = mesh._places[ranks[0]]
        common = ", ".join(f"{axis} {where[axis]}" for axis in names if axis not in along)
        assert not common or common in frame


def test_one_axis_needs_no_tuple():
    mesh = Mesh(dp=2, tp=3)
    assert draw.mesh(mesh, along="tp").svg == draw.mesh(mesh, along=("tp",)).svg
    assert 'dev["tp"]: 2 groups of 3' in draw.mesh(mesh, along="tp").alt
    assert draw.mesh(mesh, along="tp").svg != draw.mesh(mesh, along="dp").svg


def test_the_plain_grid_names_its_axes():
    shown = texts(ET.fromstring(draw.mesh(Mesh(dp=2, pp=3, tp=4)).svg))
    assert {"tp 0", "tp 3", "dp 0, pp 0", "dp 1, pp 2"} <= set(shown)


def test_of_many_groups_and_devices_the_first_and_the_last_are_drawn():
    picture = draw.mesh(Mesh(dp=20, tp=30), along="tp")
    assert len(frames(picture)) == 7
    devices = re.findall(r">device (\d+)<", picture.svg)
    assert len(devices) == 7 * 7 and devices[-1] == "599"


@pytest.mark.parametrize("along", ["ep", (), ("tp", "ep"), 0, ["dp", 3], [["tp"]], ""])
def test_an_axis_that_is_none_is_refused(along):
    with pytest.raises(ShardError, match=r"draw\.mesh: along names .* of dp, tp; it was "):
        draw.mesh(Mesh(dp=2, tp=3), along=along)

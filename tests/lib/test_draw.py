"""Pictures: well formed, described, and true to what they show."""

import itertools
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Mesh, draw, replicate, run, shard
from shardlab.draw.svg import Canvas, colours
from shardlab.errors import ShardError
from shardlab.pipeline import B, F, simulate

SVG = "{http://www.w3.org/2000/svg}"
rng = np.random.default_rng(7)


def integers(*shape):
    return rng.integers(-9, 10, size=shape)


def root(picture):
    """The picture as a tree, once it is known to be well formed and described."""
    tree = ET.fromstring(picture.svg)
    assert tree.get("role") == "img"
    assert tree.get("aria-label") == tree.find(f"{SVG}title").text == picture.alt
    assert len(picture.alt) > 20
    assert "<style" not in picture.svg  # it would style the whole page
    return tree


def texts(picture):
    return [element.text for element in root(picture).iter(f"{SVG}text")]


def filled(picture, rank):
    """(width, height) of the rectangles in a device's colour."""
    fill = colours(rank)[0]
    rects = [e for e in root(picture).iter(f"{SVG}rect") if e.get("fill") == fill]
    return [(float(e.get("width")), float(e.get("height"))) for e in rects]


# -- shards ----------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 8), st.integers(1, 12), st.integers(0, 1), st.integers(1, 8))
def test_a_small_array_shows_every_value_on_its_device(rows, columns, axis, n):
    array = integers(rows, columns)
    pieces = shard(array, axis=axis, n=n)
    picture = draw.shards(pieces, "A")
    shown = texts(picture)
    values = [text for text in shown if re.fullmatch(r"-?\d+", text)]
    assert values == [str(v) for piece in pieces for v in piece.ravel().tolist()]
    for rank, piece in enumerate(pieces):
        assert any(f"device {rank}" in text for text in shown)
        assert any(str(piece.shape) in text for text in shown)
        assert str(piece.shape) in picture.alt
        assert len(filled(picture, rank)) == (1 if piece.size else 0)


def test_a_large_array_is_drawn_to_scale():
    picture = draw.shards(shard(np.zeros((600, 3000)), axis=1, n=3), "A")
    (width, height), *others = (filled(picture, rank)[0] for rank in range(3))
    assert width / height == pytest.approx(1000 / 600, rel=1e-3)
    assert all(other == (width, height) for other in others)


def test_uneven_pieces_have_uneven_widths():
    picture = draw.shards(shard(np.zeros((40, 70)), axis=1, n=3))  # 24, 23, 23
    widths = [filled(picture, rank)[0][0] for rank in range(3)]
    assert widths[0] / widths[1] == pytest.approx(24 / 23, rel=1e-3)


@pytest.mark.parametrize("array", [np.float64(3.5), integers(7), integers(2, 3, 4), integers(0, 3)])
def test_arrays_of_any_rank_can_be_drawn(array):
    root(draw.shards(replicate(array, n=2)))
    if array.ndim:
        picture = draw.shards(shard(array, axis=0, n=2))
        assert all(str(piece.shape) in picture.alt for piece in shard(array, axis=0, n=2))


def test_copies_are_drawn_once_for_each_device():
    picture = draw.shards(replicate(integers(2, 3), n=4))
    assert "4 copies" in picture.alt
    assert all(len(filled(picture, rank)) == 1 for rank in range(4))


def test_of_many_devices_the_first_and_the_last_are_drawn():
    picture = draw.shards(shard(np.zeros((64, 64)), axis=1, n=16))
    assert "devices 0 to 15 hold (64, 4) each" in picture.alt
    assert {"device 0", "…", "device 15"} <= set(texts(picture))
    assert "device 9" not in texts(picture)


@pytest.mark.parametrize("axis", [0, 1])
def test_padding_is_hatched_and_said(axis):
    array = integers(6, 9)
    plain, padded = (draw.shards(shard(array, axis=axis, n=3), pad=pad) for pad in (0, 1))
    assert len(list(root(plain).iter(f"{SVG}path"))) == 0
    assert len(list(root(padded).iter(f"{SVG}path"))) == 1
    assert "padding" in padded.alt and "padding" not in plain.alt


def test_padding_may_fill_more_than_one_piece():
    picture = draw.shards(shard(integers(16, 3), axis=0, n=8), pad=5)  # 2 + 2 + 1 of 2
    assert len(list(root(picture).iter(f"{SVG}path"))) == 3


@given(st.floats(1, 90), st.floats(1, 90))
def test_hatching_stays_in_its_rectangle(width, height):
    canvas = Canvas()
    canvas.hatch(10, 20, width, height)
    path = re.search(r' d="([^"]*)"', canvas.parts[0])[1]
    for x, y in re.findall(r"[ML](\S+) ([^ML]+)", path):
        assert 10 - 0.01 <= float(x) <= 10 + width + 0.01
        assert 20 - 0.01 <= float(y) <= 20 + height + 0.01


# -- products, collectives, meshes -----------------------------------------------------------


def test_a_column_cut_gives_columns_and_a_row_cut_partial_sums():
    X, W = integers(3, 6), integers(6, 5)
    columns = draw.matmul(X, shard(W, axis=1, n=2))
    assert "gives Y (3, 5) cut along axis 1" in columns.alt
    assert "device 0 holds (3, 3), device 1 holds (3, 2)" in columns.alt
    rows = draw.matmul(shard(X, axis=1, n=2), shard(W, axis=0, n=2))
    assert "a partial sum (3, 5) of Y on each device" in rows.alt
    assert "+" in texts(rows) and "+" not in texts(columns)
    batch = draw.matmul(shard(X, axis=0, n=3), W)
    assert "gives Y (3, 5) cut along axis 0" in batch.alt


def test_a_product_shows_the_values_it_is_given():
    X, W = integers(2, 3), integers(3, 4)
    pieces = shard(W, axis=1, n=2)
    outputs = [X @ piece for piece in pieces]
    shown = texts(draw.matmul(X, pieces, outputs))
    assert all(str(value) in shown for Y in outputs for value in Y.ravel())


def test_cuts_that_do_not_multiply_are_refused():
    X, W = integers(4, 6), integers(6, 8)
    with pytest.raises(ShardError, match="do not multiply piece by piece"):
        draw.matmul(shard(X, axis=0, n=2), shard(W, axis=1, n=2))
    with pytest.raises(ShardError, match="Y has 3 arrays"):
        draw.matmul(X, shard(W, axis=1, n=2), [X, X, X])


def test_an_arrow_leads_from_each_array_to_where_all_meet_and_to_each_that_comes_out():
    x = integers(1, 3)
    assert draw.collective("broadcast", [x, None, None], [x] * 3).svg.count("<polygon") == 4
    assert draw.collective("reduce", [x] * 3, [None, x, None]).svg.count("<polygon") == 4


def test_a_collective_shows_both_sides():
    before = [integers(2, length) for length in (1, 3, 2)]
    after = [np.concatenate(before, axis=1)] * 3
    picture = draw.collective("all_gather", before, after, axis=1)
    assert "Before: device 0 holds (2, 1), device 1 holds (2, 3)" in picture.alt
    assert "After: devices 0 to 2 hold (2, 6) each" in picture.alt
    # its own piece, its name, and its part of what each of the three takes home
    assert [len(filled(picture, rank)) for rank in range(3)] == [5, 5, 5]
    alone = draw.collective("broadcast", [before[0], None, None], [before[0]] * 3)
    assert "devices 1 to 2 hold nothing each" in alone.alt
    with pytest.raises(ShardError, match="3 devices before and 2 after"):
        draw.collective("all_gather", before, after[:2])


def test_a_mesh_shows_all_its_devices():
    picture = draw.mesh(Mesh(dp=2, pp=3, tp=2))
    assert [text for text in texts(picture) if text.startswith("device")] == [
        f"device {rank}" for rank in range(12)
    ]
    assert "dp 1, pp 2" in texts(picture)


# -- runs ------------------------------------------------------------------------------------


def test_a_result_shows_outputs_and_traffic():
    X, W = integers(3, 8), integers(8, 5)
    result = run(
        lambda dev, X, W: dev.all_reduce(X @ W), Mesh(tp=4), shard(X, axis=1), shard(W, axis=0)
    )
    picture = draw.result(result)
    assert "devices 0 to 3 hold (3, 5) each" in picture.alt
    table = ET.fromstring(f"<div>{picture.html}</div>")
    cells = [[cell.text for cell in row.iter("td")] for row in table.iter("tr")][1:]
    traffic = result.traffic
    assert [row[0] for row in cells] == [f"{sent:,}" for sent in traffic.bytes_sent]
    assert [row[2] for row in cells] == [str(count) for count in traffic.messages_sent]
    assert f"steps: {traffic.steps}; collective calls: all_reduce × 1" in picture.html


def test_a_run_on_many_devices_stays_short():
    picture = draw.result(run(lambda dev: np.arange(dev.rank), Mesh(tp=40)))
    assert picture.html.count("<tr>") == 9  # heads, six devices, a gap, the last one
    assert "device 39" in picture.html and "device 20" not in picture.html
    root(picture)


@pytest.mark.parametrize("output", [None, {"a": "<b>&"}, "long" * 30, 3, (np.zeros(2), 1)])
def test_a_result_may_be_anything(output):
    picture = draw.result(run(lambda dev: output, Mesh(tp=2)))
    root(picture)
    assert picture.html.count("<tr>") == 3


@pytest.mark.parametrize(("D", "M"), [(1, 1), (2, 5), (4, 1), (5, 3), (3, 9)])
def test_a_timeline_has_a_cell_for_every_pass_and_every_idle_unit(D, M):
    stage = [F(i) for i in range(M)] + [B(i) for i in range(M)]
    timeline = simulate([stage] * D, forward=1, backward=2)
    picture = draw.timeline(timeline)
    rects = list(root(picture).iter(f"{SVG}rect"))
    idle = [rect for rect in rects if rect.get("stroke-dasharray")]
    assert len(idle) == D * timeline.length - D * M * 3
    assert len(rects) - len(idle) == 2 * D * M
    labels = [text for text in texts(picture) if re.fullmatch(r"[FB]\d+", text)]
    assert labels == [f"{op.kind}{op.index}" for _ in range(D) for op in stage]
    assert f"{timeline.idle_fraction:.3f} of the total time" in picture.alt
    assert f"{timeline.idle_over_ideal:.3f} of the ideal" in picture.alt


def test_a_long_timeline_has_no_labels_that_overlap():
    stage = [F(i) for i in range(100)]
    assert "F99" not in texts(draw.timeline(simulate([stage] * 3)))


def test_no_picture_has_an_id():
    W = integers(4, 6)
    pictures = [draw.shards(shard(W, 1, 2)), draw.mesh(Mesh(tp=3)), draw.matmul(W, W.T)]
    pictures.append(draw.curves([1, 2], {"y": [1, 2]}, "M"))
    assert not any("id=" in picture.svg for picture in pictures)


def curves_of(picture):
    """The corners (x, y) of each curve; the axes go from 0 to 400 and from 210 up to 0."""
    paths = [path.get("d") for path in root(picture).iter(f"{SVG}path")]
    numbers = [re.findall(r"[\d.e+-]+", d) for d in paths if re.fullmatch(r"M[^a-z]*", d)]
    return [np.array(each, dtype=float).reshape(-1, 2) for each in numbers]


def test_curves_pass_through_their_values():
    x, y = [1, 2, 4, 8], [0.8, 0.5, 0.3, 0.2]
    picture = draw.curves(x, {"one": y, "two": y[::-1]}, "M", "idle", "Bubble", log="x")
    curves = curves_of(picture)
    across, heights = curves[0].T
    assert len(curves) == 2
    assert np.allclose(np.diff(across), np.diff(across)[0], rtol=1e-3)  # doubling is one step
    shares = (heights - heights[0]) / (heights[-1] - heights[0])
    assert np.allclose(shares, [0, 0.5, 5 / 6, 1], atol=1e-3)
    assert {"M", "idle", "Bubble", "one", "two", "1", "2", "4", "8"} <= set(texts(picture))
    assert "Bubble against M, from 1 to 8. one: from 0.8 to 0.2; two: from 0.2 to" in picture.alt


@settings(max_examples=60)
@given(
    st.lists(st.floats(1e-6, 1e9), min_size=1, max_size=30, unique=True),
    st.sampled_from(["", "x", "y", "xy"]),
)
def test_curves_stay_within_their_axes_and_ticks_apart(values, log):
    picture = draw.curves(values, {"a": values, "b": values[::-1]}, "x", "y", log=log)
    lefts = [float(e.get("x1")) for e in root(picture).iter(f"{SVG}line")]
    for corners in curves_of(picture):
        assert np.all(corners[:, 0] >= min(lefts) - 0.01)
        assert np.all(corners[:, 0] <= min(lefts) + 400.01)
        assert np.all((-0.01 <= corners[:, 1]) & (corners[:, 1] <= 210.01))
    marks = [e for e in root(picture).iter(f"{SVG}text") if e.get("font-size") == "10"]
    along = sorted(float(e.get("x")) for e in marks if e.get("text-anchor") == "middle")
    upright = sorted(float(e.get("y")) for e in marks if e.get("text-anchor") == "end")
    assert along and upright
    assert all(later - one > 20 for one, later in itertools.pairwise(along))
    assert all(later - one > 7 for one, later in itertools.pairwise(upright))


def test_an_axis_writes_its_numbers_in_one_way():
    picture = draw.curves([128, 131_072], {"a": [1, 2e6], "b": [1, 9]}, "bytes", log="xy")
    marks = [e for e in root(picture).iter(f"{SVG}text") if e.get("font-size") == "10"]
    for anchor in ("middle", "end"):
        said = ["".join(e.itertext()) for e in marks if e.get("text-anchor") == anchor]
        assert len({"10" in text and text.strip("0123456789.·") != "" for text in said}) == 1


def test_a_wide_name_beside_a_curve_fits_into_the_picture():
    name = "mmmm = 100 ms, W"
    picture = draw.curves([1, 2], {name: [1, 2], "b": [2, 1]})
    label = next(e for e in root(picture).iter(f"{SVG}text") if "".join(e.itertext()) == name)
    wide = {"m": 0.98, "W": 0.99, "=": 0.84, " ": 0.32}  # em, in a wide sans-serif font
    width = 11 * sum(wide.get(letter, 0.64) for letter in name)
    assert float(label.get("x")) + width <= float(root(picture).get("viewBox").split()[2])


def test_a_curve_begins_at_zero_unless_it_goes_below():
    def lowest(values):
        picture = draw.curves([1, 2], {"a": values})
        return [e.text for e in root(picture).iter(f"{SVG}text") if e.get("text-anchor") == "end"]

    assert lowest([3, 5])[0] == "0"
    assert lowest([-3, 5])[0] == "-2"


def test_names_of_curves_do_not_overlap():
    ys = {f"curve {i}": [1 + i, 5 + i / 100] for i in range(4)}
    named = [
        (float(e.get("y")), e.text)
        for e in root(draw.curves([1, 2], ys)).iter(f"{SVG}text")
        if e.text.startswith("curve")
    ]
    assert [name for _, name in sorted(named)] == ["curve 3", "curve 2", "curve 1", "curve 0"]
    heights = sorted(y for y, _ in named)
    assert all(later - one > 15 for one, later in itertools.pairwise(heights))


@pytest.mark.parametrize(
    ("x", "ys", "log", "said"),
    [
        ([1, 2], {"a": [1, 2, 3]}, "", "'a' has 3"),
        ([1, 2], {}, "", "there is none"),
        ([0, 1], {"a": [1, 2]}, "x", "values above 0"),
        ([1], {str(i): [1] for i in range(5)}, "", "too many"),
    ],
)
def test_curves_say_what_they_lack(x, ys, log, said):
    with pytest.raises(ShardError, match=said):
        draw.curves(x, ys, log=log)

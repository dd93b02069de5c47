"""Pictures refuse what is not so, and draw whatever is, in sound SVG."""

import warnings
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Mesh, draw, replicate, run, shard
from shardlab.draw.svg import clean, colours, words
from shardlab.errors import ShardError
from shardlab.pipeline import F

SVG = "{http://www.w3.org/2000/svg}"
rng = np.random.default_rng(17)


def integers(*shape):
    return rng.integers(-9, 10, size=shape)


def sound(html):
    """What a notebook shows, as a tree, once it is known to be well formed and writable."""
    html.encode("utf-8")
    return ET.fromstring(f"<div>{html}</div>")


def fills(html):
    return [rect.get("fill") for rect in sound(html).iter(f"{SVG}rect")]


# -- what stands where -----------------------------------------------------------------------


@given(st.lists(st.one_of(st.none(), st.integers(0, 4)), min_size=2, max_size=5), st.data())
def test_a_part_has_the_colour_of_the_device_that_it_came_from(lengths, data):
    ndim = data.draw(st.integers(1, 3))
    axis = data.draw(st.integers(-ndim, ndim - 1))
    shape = [2] * ndim
    before = []
    for length in lengths:
        shape[axis] = length
        before.append(None if length is None else np.zeros(shape))
    shape[axis] = sum(length or 0 for length in lengths)
    whole = np.zeros(shape)
    here = [colours(rank)[0] for rank, length in enumerate(lengths) if length]
    again = 1 if axis % ndim == ndim - 1 else 2 ** (axis % ndim)  # 2 along each axis before it
    with_axis, without = (
        fills(draw.collective("c", before, [whole] * len(lengths), axis=a).svg)
        for a in (axis, None)
    )
    for rank in range(len(lengths)):
        fill = colours(rank)[0]
        own = 1 if whole.size else 0  # in the picture without an axis, what it holds is its own
        expected = len(lengths) * again * here.count(fill)
        assert with_axis.count(fill) == without.count(fill) - own + expected


def test_padding_of_a_cut_before_the_last_axis_is_as_large_as_it_is():
    for axis, pad in ((0, 1), (1, 2), (2, 3)):
        shape = (4, 6, 8)
        svg = draw.shards(shard(np.zeros(shape), axis, 2), pad=pad).svg
        rects = list(ET.fromstring(svg).iter(f"{SVG}rect"))
        areas = {
            fill: sum(float(r.get("width")) * float(r.get("height")) for r in rects
                      if r.get("fill") == fill)
            for fill in ("#fff", colours(1)[0])
        }  # fmt: skip
        assert areas["#fff"] / areas[colours(1)[0]] == pytest.approx(
            pad / (shape[axis] / 2), rel=1e-3
        )


# -- what can be shown at all ----------------------------------------------------------------

sizes = st.lists(st.sampled_from([0, 1, 3, 40]), min_size=1, max_size=3).map(tuple)


@settings(max_examples=60, deadline=None)
@given(sizes, st.data())
def test_empty_arrays_show_themselves(shape, data):
    array = np.zeros(shape)
    axis, n = data.draw(st.integers(0, len(shape) - 1)), data.draw(st.integers(1, 4))
    for thing in (
        shard(array, axis, n), shard(array, axis), replicate(array, n),
        run(lambda dev, piece: piece, Mesh(tp=n), shard(array, axis)),
    ):  # fmt: skip
        sound(thing._repr_html_())


class Says:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


class SaysNothing:
    def __repr__(self):
        raise RuntimeError("not to be printed")


anything = st.text(st.characters(), max_size=8)  # control characters and surrogates as well


@settings(max_examples=60, deadline=None)
@given(anything)
def test_any_text_gives_sound_pictures(text):
    for html in (
        run(lambda dev: Says(text), Mesh(tp=2))._repr_html_(),
        run(lambda dev: np.array([text]), Mesh(tp=2))._repr_html_(),
        draw.shards(replicate(integers(2), 2), text)._repr_html_(),
        draw.collective(text, [integers(2)], [None])._repr_html_(),
        draw.matmul(integers(2, 2), integers(2, 2), names=(text, "W", "Y"))._repr_html_(),
        words(text).picture(text).svg,
    ):
        sound(html)


@settings(max_examples=40, deadline=None)
@given(anything, st.sampled_from([0, 1e-320, 3e-5, 1e200, 1e308]))
def test_any_name_and_any_time_give_sound_pictures_of_a_run(text, flops):
    def work(dev):
        dev.compute(flops=flops, what=text)
        dev.memory[text] = integers(3)
        dev.memory[SaysNothing] = integers(2)

    result = run(work, Mesh(tp=2))
    for thing in (result, result.traffic, result.memory, result.timeline):
        sound(thing._repr_html_())
    sound(draw.steps(result)._repr_html_())


@settings(max_examples=8, deadline=None)
@given(st.one_of(anything, st.just("$x^{"), st.just("\x00\ud800")))
def test_any_label_gives_sound_curves(text):
    sound(draw.curves([1, 2], {text: [1, 2]}, text, text, text)._repr_html_())


@given(st.text(st.characters(exclude_categories=["C", "Z"])))
def test_text_that_can_be_read_stays_as_it_is(text):
    assert clean(text) == text


def test_what_cannot_print_itself_is_named():
    for output in (SaysNothing(), np.array([SaysNothing()]), [SaysNothing()]):
        result = run(lambda dev, output=output: output, Mesh(tp=2))
        sound(result._repr_html_())
        assert "device 1" in repr(run(lambda dev: SaysNothing(), Mesh(tp=2)))
    assert "SaysNothing" in draw.result(run(lambda dev: SaysNothing(), Mesh(tp=2))).alt


# -- inputs of the wrong kind ----------------------------------------------------------------


@given(st.one_of(st.integers(7), st.integers(max_value=-1), st.floats(), st.none(), st.text()))
def test_padding_lies_within_the_cut(pad):
    if pad == 0:
        return
    with pytest.raises(ShardError, match=r"draw\.shards: pad .* \(6\); it was "):
        draw.shards(shard(integers(4, 6), 1, 2), pad=pad)
    with pytest.raises(ShardError, match="nothing is cut"):
        draw.shards(replicate(integers(4, 6), 2), pad=pad)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda X: draw.shards(X), "shards: needs a Shards, but got a ndarray; cut an array"),
        (lambda X: draw.shards(shard(X, 1)), "shards: needs a Shards, but got a Cut"),
        (lambda X: draw.mesh(4), "mesh: needs a Mesh, but got an int"),
        (lambda X: draw.result([X]), "result: needs a Result, but got a list"),
        (lambda X: draw.timeline([[F(0)]]), "timeline: needs a Timeline, but got a list"),
        (lambda X: draw.collective("c", [], []), "before needs a list .* but got none"),
        (lambda X: draw.collective("c", X, X), "before needs a list .* but got a ndarray"),
        (lambda X: draw.collective("c", [X], [[1]]), "after, device 0: needs a NumPy array"),
        (lambda X: draw.collective("c", [X], [X], axis=9), r"shape \(4, 6\) has no axis 9"),
        (lambda X: draw.collective("c", [X], [X[0]], axis=1), r"shape \(6,\) has no axis 1"),
        (lambda X: draw.collective("c", [X], [X], axis="rows"), "has no axis 'rows'"),
        (lambda X: draw.curves([1], [1]), "by its label"),
        (lambda X: draw.curves(1, {"a": [1]}), "x needs a list of numbers"),
        (lambda X: draw.curves([1], {"a": 1}), "the curve 'a' needs a list of numbers"),
        (lambda X: draw.curves([1], {"a": ["b"]}), "value 0 is a str"),
        (lambda X: draw.curves([1], {"a": [[1]]}), "value 0 is a list"),
        (lambda X: draw.curves([1], {"a": [10**400]}), "that fit a float, but value 0"),
        (lambda X: draw.curves([1], {"a": [1]}, log="z"), "it was 'z'"),
        (lambda X: draw.curves([1], {"a": [1]}, log=True), "it was True"),
    ],
)
def test_a_picture_says_what_it_needs(call, said):
    with pytest.raises(ShardError, match=said):
        call(integers(4, 6))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.floats() | st.floats(1e-3, 10), min_size=1, max_size=3),
    st.sampled_from(["", "x", "y", "xy"]),
)
def test_any_numbers_are_drawn_or_refused(values, log):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # an overflow, say
        try:
            picture = draw.curves(values, {"a": values[::-1]}, log=log)
        except ShardError as refused:
            assert "draw.curves" in str(refused)
            assert log or not all(abs(value) < 1e99 for value in values)
        else:
            sound(picture.svg)

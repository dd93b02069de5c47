"""A product is drawn if and only if its pieces make the whole."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shardlab import Shards, draw, replicate, shard
from shardlab.errors import ShardError

SVG = "{http://www.w3.org/2000/svg}"
rng = np.random.default_rng(18)


def integers(*shape):
    return rng.integers(-9, 10, size=shape)


@st.composite
def factors(draw_, shape):
    """An array, and it as it may lie on devices: whole, copied, or cut unevenly."""
    array = integers(*shape)
    how = draw_(st.sampled_from(["whole", "copied", *range(len(shape))]))
    if how == "whole":
        return array, array
    n = draw_(st.integers(2, 3))
    if how == "copied":
        return array, replicate(array, n)
    places = sorted(draw_(st.lists(st.integers(0, shape[how]), min_size=n - 1, max_size=n - 1)))
    return array, Shards(np.split(array, places, axis=how), how)


def makes(outputs, whole):
    """Do the outputs, glued, added or as they are, give the whole?"""
    if len({output.shape for output in outputs}) == 1:
        if np.array_equal(sum(outputs), whole) or all(np.array_equal(o, whole) for o in outputs):
            return True
    for axis in range(whole.ndim):
        try:
            if np.array_equal(np.concatenate(outputs, axis), whole):
                return True
        except ValueError:
            continue
    return False


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_product_is_drawn_if_and_only_if_its_pieces_make_the_whole(data):
    # sizes that differ, so that a wrong product can't have the right shape by chance
    rows, inner, columns = data.draw(st.permutations([3, 4, 5]))
    outer = data.draw(st.sampled_from([(rows,), (2, rows)]))
    (whole_x, X), (whole_w, W) = (
        data.draw(factors((*outer, inner))), data.draw(factors((inner, columns)))
    )  # fmt: skip
    counts = {len(A) for A in (X, W) if isinstance(A, Shards)} or {1}
    right, outputs = False, []
    if len(counts) == 1:
        on = [[A[i] if isinstance(A, Shards) else A for A in (X, W)] for i in range(max(counts))]
        if all(x.shape[-1] == w.shape[0] for x, w in on):
            outputs = [x @ w for x, w in on]
            right = makes(outputs, whole_x @ whole_w)
    if not right:
        with pytest.raises(ShardError, match=r"draw\.matmul: "):
            draw.matmul(X, W)
        return
    for Y in (None, outputs):
        picture = draw.matmul(X, W, Y)
        ET.fromstring(picture.svg)
        if len(outputs) > 1 and picture.alt.count("cut along") == 1:
            assert all(str(output.shape) in picture.alt for output in outputs)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda X, W: draw.matmul(shard(X, 1, 2), shard(W, 0, 3)), "X is on 2 devices and W on 3"),
        (
            lambda X, W: draw.matmul(X, W.T),
            r"6 columns of X \(4, 6\) meet the 8 rows of W \(8, 6\)",
        ),
        (lambda X, W: draw.matmul(shard(X, 0, 2), shard(W, 0, 2)), "cut W along axis 1"),
        (lambda X, W: draw.matmul(X[0], W), "X has two axes or more and W two"),
        (lambda X, W: draw.matmul(X, W[None]), "X has two axes or more and W two"),
        (lambda X, W: draw.matmul(X, shard(W, 1)), r"how many devices is W \(6, 8\) to be cut"),
        (lambda X, W: draw.matmul(X.tolist(), W), "X: needs a NumPy array, but got a list"),
        (lambda X, W: draw.matmul(X, W, X @ W), "Y is no list; give a list of 1"),
        (lambda X, W: draw.matmul(X, W, [X]), r"Y on device 0 is \(4, 6\), but .* \(4, 8\)"),
        (lambda X, W: draw.matmul(X, W, [None]), "Y on device 0: needs a NumPy array"),
        (lambda X, W: draw.matmul(X, W, names=("X", "W")), "names are three"),
        (lambda X, W: draw.matmul(X, W, pad=1), "nothing is cut"),
        (lambda X, W: draw.matmul(X, shard(W, 1, 2), pad=9), "that length \\(8\\); it was 9"),
    ],
)
def test_a_product_that_is_none_says_why(call, said):
    with pytest.raises(ShardError, match=said):
        call(integers(4, 6), integers(6, 8))


def test_without_outputs_the_operands_keep_their_values():
    X, W = integers(4, 6), integers(6, 8)
    for picture in (
        draw.matmul(shard(X, 0, 2), W), draw.matmul(X, shard(W, 1, 3)),
        draw.matmul(shard(X, 1, 2), shard(W, 0, 2)),
    ):  # fmt: skip
        shown = [text.text for text in ET.fromstring(picture.svg).iter(f"{SVG}text")]
        values = [str(value) for value in [*X.ravel(), *W.ravel()]]
        assert all(shown.count(value) >= values.count(value) for value in values)


def places(element, x=0, y=0):
    """(text, x, y) of all texts, where groups have moved them."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag == f"{SVG}text":
        yield element.text, x + float(element.get("x")), y + float(element.get("y"))
    for child in element:
        yield from places(child, x, y)


def test_a_second_line_begins_with_the_sign():
    wrapped = draw.matmul(shard(integers(4, 8), 1, 4), shard(integers(8, 12), 0, 4))
    at = {text: (x, y) for text, x, y in places(ET.fromstring(wrapped.svg))}
    assert at["="][1] > at["W (8, 12)"][1]
    assert at["="][0] < at["device 0"][0] < at["device 1"][0]

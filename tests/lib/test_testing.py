"""shardlab.testing, one array: what is right passes, each slip gets its own name."""

import ast
import math
import re
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardlab
from shardlab.testing import assert_array, assert_shards

from .sentences import sentence


def message(assertion, *args, **options) -> str:
    """What a failing assertion says: one line, one sentence, no long array."""
    text = sentence(assertion, *args, longest=260, ends=".", **options)
    assert "is not what was asked for" not in text  # said only where a diagnosis breaks
    return text


def terms(seed, n=3, b=4, d_out=5, heights=None):
    """X_i W_i of a row-parallel layer, one a device, of unequal heights."""
    rng = np.random.default_rng(seed)
    heights = heights or [int(h) for h in rng.integers(1, 5, size=n)]
    return [rng.normal(size=(b, h)) @ rng.normal(size=(h, d_out)) for h in heights]


# --- what is right -------------------------------------------------------------------------------

sizes = st.tuples(st.integers(1, 6), st.integers(1, 6))


@given(sizes, st.sampled_from(["float64", "float32", "int64"]))
def test_an_equal_array_passes_whatever_its_dtype(shape, dtype):
    expected = np.random.default_rng(3).integers(-9, 9, size=shape).astype(float)
    assert_array(expected.astype(dtype), expected)


def test_float32_passes_where_the_dtype_is_not_asked_for():
    rng = np.random.default_rng(4)
    X, W = rng.normal(size=(7, 30)), rng.normal(size=(30, 5))
    assert_array(X.astype("f4") @ W.astype("f4"), X @ W)
    assert "dtype changed from float64 to float32" in message(
        assert_array, (X @ W).astype("f4"), X @ W, dtype=True
    )
    assert "35 of 35 elements are wrong" in message(assert_array, X @ W + 1e-3, X @ W)


def test_integers_compare_exactly():
    W = np.array([[10**7, 3]])
    assert "1 of 2 elements are wrong, the first at [0, 0]" in message(
        assert_array, W + np.array([1, 0]), W
    )


def test_a_scalar_result_and_an_empty_array_compare():
    assert_array(np.float64(2.5), 2.5)
    assert_array(np.empty((0, 3)), np.empty((0, 3)))


# --- a sum over devices --------------------------------------------------------------------------

SUM = {
    "are not added": lambda p: list(p),
    "is the partial sum of device 1 alone": lambda p: p[1],
    "stacks the partial sums": np.stack,
    "glues the partial sums along axis 0": np.concatenate,
    "glues the partial sums along axis 1": np.hstack,
    "is averaged, not summed": lambda p: sum(p) / len(p),
    "is summed twice": lambda p: 2 * sum(p),
    "3 times too large, once for each device": lambda p: 3 * sum(p),
    "lacks the partial sum of device 2": lambda p: sum(p[:-1]),
    "counts the partial sum of device 0 twice": lambda p: p[0] + sum(p),
    "wrong sign": lambda p: -sum(p),
    "is transposed": lambda p: sum(p).T,
    "is zero everywhere": lambda p: 0 * sum(p),
    "holds NaN": lambda p: sum(p) * np.nan,
    "is summed over axis 1": lambda p: np.stack(p).sum(axis=1),
    "equal arrays; return the array itself": lambda p: [sum(p)] * 3,
    "has the right values in a wrong shape": lambda p: sum(p).ravel(),
    "is one number": lambda p: sum(p).sum(),
    "is flat": lambda p: sum(p).sum(axis=0),
    "7 times too small everywhere": lambda p: sum(p) / 7,
    "off by one factor, 2.5": lambda p: 2.5 * sum(p),
    "is None; put your own value": lambda p: None,
    "not an array but 0; a sum over nothing is 0: see that the loop runs": lambda p: 0,
    "not an array but [list of 5": lambda p: sum(p).tolist(),
    "holds dtype object": lambda p: sum(p).astype(object),
    "20 of 20 elements are wrong, the first at [0, 0]": lambda p: sum(p) + 0.3,
    "has shape 4×9, expected is 4×5": lambda p: np.ones((4, 9)),
}


@pytest.mark.parametrize("phrase", SUM)
@pytest.mark.parametrize("seed", range(5))
def test_each_slip_of_a_sum_has_its_own_name(phrase, seed):
    parts = terms(seed)
    text = message(assert_array, SUM[phrase](parts), sum(parts), parts=parts, name="Y")
    assert text.startswith("Y: ") and phrase in text
    assert [other for other in SUM if other in text and other not in phrase] == []


@pytest.mark.parametrize("seed", range(5))
def test_a_mean_of_means_of_unequal_parts_is_told_by_its_weights(seed):
    heights = [3, 3, 1]
    parts = [p / 7 for p in terms(seed, heights=heights)]
    weighed = sum(p * 7 / h for p, h in zip(parts, heights, strict=True)) / 3
    text = message(assert_array, weighed, sum(parts), parts=parts)
    assert "weighs the partial sums by 0.778, 0.778, 2.33; each of them counts once" in text
    text = message(assert_array, weighed + 0.1, sum(parts), parts=parts)
    assert "weighs" not in text


def test_of_as_few_numbers_as_there_are_parts_no_weights_are_told():
    parts = list(np.random.default_rng(3).normal(size=(3, 3)))  # any three numbers are made of them
    text = message(assert_array, np.array([1.0, 4, 2]), sum(parts), parts=parts)
    assert "weighs" not in text


def test_one_wrong_element_is_found_by_its_place():
    expected = np.random.default_rng(5).normal(size=(4, 7))
    wrong = expected.copy()
    wrong[2, 5] += 0.25
    text = message(assert_array, wrong, expected)
    assert "1 of 28 elements are wrong, the first at [2, 5]; work that one" in text
    wrong[3, 6] -= 0.75
    text = message(assert_array, wrong, expected)
    assert "2 of 28 elements are wrong, the first at [2, 5], the largest difference is 0.75" in text


@given(st.integers(0, 10**6), st.integers(2, 5), st.data())
def test_a_device_is_named_only_if_no_other_one_fits(seed, n, data):
    """Any number of times each term: what is said of them is true of these times alone."""
    distinct = terms(seed, heights=[2] * n)
    times = data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    if times == [1] * n or not any(times):
        return
    made = sum(k * p for k, p in zip(times, distinct, strict=True))
    text = message(assert_array, made, sum(distinct), parts=distinct)
    zero, one, two = ([i for i in range(n) if times[i] == k] for k in range(3))
    if "alone" in text:
        assert len(one) == 1 and not two and f"device {one[0]} alone" in text
    if "twice" in text and "device" in text and n > 2:
        assert len(two) == 1 and f"device {two[0]} twice" in text
    if "lacks" in text:
        assert len(zero) == 1 and re.search(rf"lacks .* device {zero[0]}", text)

    P = distinct[0]
    for alike in ([P] * n, [(i + 1) * P for i in range(n)]):  # no device can be told
        made = sum(k * p for k, p in zip(times, alike, strict=True))
        if np.allclose(made, sum(alike)):
            continue
        text = message(assert_array, made, sum(alike), parts=alike)
        assert not re.search(r"device \d", text)


def test_pieces_alike_are_not_told_apart_when_glued():
    A, B, C = np.random.default_rng(2).normal(size=(3, 4, 2))
    pieces = [A, A, B, C]
    how = {"pieces": pieces, "axis": 1}
    glued = np.hstack(pieces)
    text = message(assert_array, np.hstack([A, A, C, B]), glued, **how)
    assert "glues the pieces in a wrong order" in text and "[" not in text
    assert "lacks one piece" in message(assert_array, np.hstack([A, B, C]), glued, **how)
    assert "lacks 2 of the 4 pieces" in message(assert_array, np.hstack([A, C]), glued, **how)


def test_many_and_large_pieces_are_diagnosed_soon():
    rng = np.random.default_rng(3)
    pieces = [rng.normal(size=(200, 100)) for _ in range(64)]
    glued, began = np.hstack(pieces), time.perf_counter()
    message(assert_array, np.hstack(pieces[::-1]), glued, pieces=pieces, axis=1)
    small = [p[:3, :4] for p in pieces] * 4
    message(assert_shards, [p + 0.1 for p in small], small, axis=1)
    message(assert_shards, small[::-1], small, axis=1)
    assert time.perf_counter() - began < 10


# --- glue ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_each_slip_of_gluing_has_its_own_name(seed):
    rng = np.random.default_rng(seed)
    pieces = [rng.normal(size=(4, 3)) for _ in range(3)]
    glued = np.concatenate(pieces, axis=1)
    how = {"pieces": pieces, "axis": 1}
    assert_array(glued, glued, **how)
    slips = {
        "glued along the wrong axis, 0": np.concatenate(pieces),
        "in the wrong order [2, 1, 0]": np.hstack(pieces[::-1]),
        "in the wrong order [1, 2, 0]": np.hstack([*pieces[1:], pieces[0]]),
        "lacks the piece of device 2": np.hstack(pieces[:2]),
        "the pieces are not glued": pieces,
    }
    for phrase, wrong in slips.items():
        assert phrase in message(assert_array, wrong, glued, **how)


# --- pad -----------------------------------------------------------------------------------------

PAD = {  # of W padded by two columns
    "the pad is missing: 2 zero columns too few": lambda W: W,
    "the pad is too short: 1 zero column too few": lambda W: np.pad(W, ((0, 0), (0, 1))),
    "ends with 3 zero columns": lambda W: np.pad(W, ((0, 0), (0, 3))),
    "padded on all four sides": lambda W: np.pad(W, 2),
    "begins at column 1, not 0": lambda W: np.pad(W, ((0, 0), (0, 3)))[:, 1:],
    "padded along the wrong axis": lambda W: np.pad(W, ((0, 2), (0, 0))),
    "padded along both axes": lambda W: np.pad(W, (0, 2)),
    "the pad stands before the values": lambda W: np.pad(W, ((0, 0), (2, 0))),
    "the pad is not zero": lambda W: np.pad(W, ((0, 0), (0, 2)), mode="edge"),
    "has lost 1 column": lambda W: W[:, :-1],
    "run on into the next row": lambda W: np.resize(W, (len(W), W.shape[1] + 2)),
}


@pytest.mark.parametrize("phrase", PAD)
@pytest.mark.parametrize("shape", [(5, 8), (3, 2), (9, 4)])
def test_each_slip_of_padding_has_its_own_name(phrase, shape):
    W = np.random.default_rng(6).normal(size=shape)
    text = message(assert_array, PAD[phrase](W), np.pad(W, ((0, 0), (0, 2))), pad=1)
    assert phrase in text
    assert [other for other in PAD if other in text] == [phrase]


@given(sizes, st.integers(1, 4), st.integers(0, 1))
def test_a_pad_that_is_not_removed_is_named_on_either_axis(shape, extra, axis):
    W = np.random.default_rng(7).normal(size=shape)
    padded = np.pad(W, [(0, extra * (axis == i)) for i in (0, 1)])
    assert f"has {extra} zero {('row', 'column')[axis]}" in message(
        assert_array, padded, W, pad=axis
    )


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_zeros_are_called_a_pad_only_where_there_is_one(seed, axis):
    """The output of a ReLU may end in zeros as well."""
    H = np.maximum(np.random.default_rng(seed).normal(size=(5, 6)), 0)
    H[-1], H[:, -1] = 0, 0
    wrong = H.copy()
    wrong[2, -1] = wrong[-1, 2] = 4
    tall = np.zeros((7, 6))
    tall[:5] = H
    for slip in (H[:, :-1], H[:-1], np.roll(H, 1, axis), wrong, np.zeros((6, 5)), tall, H.T):
        assert "pad" not in message(assert_array, slip, H)


def test_a_slice_that_begins_too_late_is_named_whatever_stands_at_its_end():
    W = np.random.default_rng(12).normal(size=(7, 9))
    for wrong, where in [
        (W[:, 1:7], "column 1"), (W[:, 2:6], "column 2"), (W[3:, :6], "row 3"),
        (np.roll(W, -2, 0)[:, :6], "row 2"),
    ]:  # fmt: skip
        assert f"begins at {where}, not 0" in message(assert_array, wrong, W[:, :6])


@given(sizes, st.integers(0, 5))
def test_lines_alike_are_not_called_a_late_slice(shape, seed):
    """A reversed array, or one of equal lines with a wrong one, begins where it should."""
    W = np.random.default_rng(seed).normal(size=shape)
    alike = np.ones(shape) * W[:1]
    wrong = alike.copy()
    wrong[-1] += 1
    assert "begins at" not in message(assert_array, wrong, alike)
    if min(shape) > 1:
        assert "begins at" not in message(assert_array, W[::-1, ::-1], W)


def test_a_pad_of_other_values_counts_as_columns_too_many():
    W = np.random.default_rng(8).normal(size=(4, 6))
    text = message(assert_array, W, W[:, :4])
    assert "has 2 columns too many at its end" in text and text.endswith("cut them off.")
    assert message(assert_array, W, W[:, :5]).endswith("cut it off.")


# --- the slips of one exercise -------------------------------------------------------------------


def test_slips_of_the_exercise_come_before_the_common_ones():
    W = np.random.default_rng(9).normal(size=(3, 5))
    slips = {"turned the wrong way": W.T, "halved": W / 2}
    assert message(assert_array, W.T, W, slips=slips) == "the answer: turned the wrong way."
    assert message(assert_array, W / 2, W, slips=slips) == "the answer: halved."
    assert_array(W, W, slips={"right": W})  # a right answer is right, whatever a slip says


# --- whatever comes back -------------------------------------------------------------------------

W = np.random.default_rng(10).normal(size=(4, 6))
JUNK = [
    *(True, 2.5, 10**400, math.inf, 1j, "x", b"x", (), [], {}, [[]], [None], ["a"], int, range(3)),
    *(np.array(3), np.array("s"), np.array([None]), np.zeros((0, 6)), np.zeros(2, "i4,f4")),
    *(np.full((4, 6), np.inf), W * 1e300, W[None], W.astype(complex), W.astype(object), W > 0),
    *((W, 2), [np.array(["2020"], "M8[Y]")] * 2, [W[:, :3], np.array(1.0)]),
    *([W], [W, W, W], [W[:, :3], None], [np.array(1)] * 2, [W.astype(object)] * 2),
    *([np.zeros((4, 0)), W], [W[0], W[1]], [np.full((4, 3), np.nan)] * 2, [W[[i]] for i in (2, 3)]),
]


@pytest.mark.parametrize("number", range(len(JUNK)))
@pytest.mark.filterwarnings("error")
def test_whatever_comes_back_gets_a_sentence_and_never_another_error(number):
    junk, parts = JUNK[number], [W, 2 * W + 1, W - 3]
    for how in ({}, {"parts": parts}, {"pieces": parts, "axis": 1}, {"slips": {"slip": W}}):
        message(assert_array, junk, W - 1, dtype=True, pad=1, **how)
    message(assert_shards, junk, [W[:, :3] + 1, W[:, 3:]], axis=1, dtype=True)
    message(assert_shards, junk, [sum(parts)] * 3, parts=parts)
    message(assert_shards, junk, [np.hstack(parts)] * 3, axis=1, pieces=parts)


def test_it_imports_numpy_and_nothing_that_draws_or_grades():
    folder = Path(shardlab.__file__).parent
    for path in (folder / "testing").glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                room = name.split(".")[0]
                ours = re.fullmatch(r"shardlab\.(testing(\.\w+)?|tracebacks|errors|words)", name)
                assert room in {"numpy", *sys.stdlib_module_names} or ours, (path.name, name)

"""shardlab.testing, what counts as equal: a right answer passes, a wrong one never does."""

import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shardlab.testing import assert_array, assert_shards

pytestmark = pytest.mark.filterwarnings("error")


def fails(got, expected, **options) -> str:
    with pytest.raises(AssertionError) as caught:
        assert_array(got, expected, **options)
    assert "is not what was asked for" not in str(caught.value)
    return str(caught.value)


seeds = st.integers(0, 10**6)
shapes = st.tuples(st.integers(1, 5), st.integers(1, 6))
odd = st.sampled_from([np.inf, -np.inf, np.nan])


@given(seeds, shapes, odd, st.sampled_from(["f8", "f4", "f2", "c16"]))
def test_what_is_not_finite_equals_itself_and_hides_no_other_element(seed, shape, value, dtype):
    rng = np.random.default_rng(seed)
    expected = rng.normal(size=shape).astype(dtype)
    place = tuple(rng.integers(shape))
    expected[place] = value
    assert_array(expected.copy(), expected)
    assert_shards([expected.copy(), expected + 0], [expected] * 2)
    for other in (0, 7, 1e4, *({np.inf, -np.inf} - {value})):
        wrong = expected.copy()
        wrong[place] = other
        assert "elements are wrong" in fails(wrong, expected)
    if expected.size > 1:
        wrong = expected + 1
        wrong[place] = value
        fails(wrong, expected)


@given(seeds, shapes)
def test_infinity_where_a_number_is_expected_fails(seed, shape):
    expected = np.random.default_rng(seed).normal(size=shape)
    for value in (np.inf, -np.inf, np.nan):
        wrong = expected.copy()
        wrong[-1, -1] = value
        fails(wrong, expected)


@given(seeds, st.integers(1, 60), shapes)
def test_a_product_in_float32_or_in_another_order_passes(seed, d_in, shape):
    rng = np.random.default_rng(seed)
    X, W = rng.normal(size=(shape[0], d_in)), rng.normal(size=(d_in, shape[1]))
    expected = X @ W
    assume(abs(expected).max() > 0.1)  # not all of it cancels
    assert_array(X[:, ::-1] @ W[::-1], expected)
    assert_array(sum(np.outer(x, w) for x, w in zip(X.T, W, strict=True)), expected)
    assert_array(X.astype("f4") @ W.astype("f4"), expected)


@given(seeds, st.integers(2, 6), st.sampled_from(["f8", "f4"]))
def test_terms_that_cancel_may_leave_the_rounding_of_the_terms(seed, n, dtype):
    rng = np.random.default_rng(seed)
    parts = [1e6 * rng.normal(size=(3, 4)) for _ in range(n)]
    parts.append(0.5 - sum(parts))
    total = sum(p.astype(dtype) for p in rng.permutation(parts))
    assert_array(total, sum(parts), parts=parts)
    assert_shards([total.copy() for _ in parts], [sum(parts)] * len(parts), parts=parts)


@given(seeds, st.integers(0, 9))
def test_a_large_element_hides_no_small_one(seed, power):
    expected = np.random.default_rng(seed).uniform(0.5, 2, size=8)
    expected[3] = 10.0**power
    for slip in (lambda x: 0.0, lambda x: 1.01 * x, lambda x: x + 0.25):
        wrong = expected.copy()
        wrong[5] = slip(wrong[5])
        fails(wrong, expected)
    near = expected.astype("f4")
    near[5] *= 1.5
    if power < 5:  # float32 itself has seven digits
        fails(near, expected)


@given(seeds, st.integers(1, 10**9), st.floats(0.002, 0.998))
def test_a_float_for_an_integer_is_that_integer(seed, largest, rest):
    expected = np.array([1, largest, 17])
    assert_array(expected.astype(float), expected)
    assert_array(expected * 0.1 * 10, expected)
    assert "1 of 3" in fails(expected + np.array([rest, 0, 0]), expected)


def test_float16_is_coarse_only_where_float16_is_expected():
    W = np.arange(24.0)
    assert_array(W.astype("f2"), W)
    fails((W + 0.1).astype("f2"), W)
    X = np.random.default_rng(1).normal(size=(4, 9)).astype("f2")
    assert_array(X.astype(float) @ X.T.astype(float), X @ X.T)


def test_complex_numbers_and_texts_compare():
    Z = np.array([[1 + 2j, 3], [0.5j, 1]])
    assert_array(Z.copy(), Z)
    assert "1 of 4 elements are wrong" in fails(Z + np.array([[0, 0], [1j, 0]]), Z)
    assert "holds complex numbers" in fails(Z, Z.real)
    assert_array(np.array(["a", "b"]), np.array(["a", "b"]))
    fails(np.array(["a", "c"]), np.array(["a", "b"]))


@given(st.floats(0.1, 10), st.floats(0.1, 10), st.sampled_from([(1, 1), (), (2, 3)]))
def test_nothing_said_of_one_value_gives_it_away(right, wrong, shape):
    """The answer and the factor or the difference would make the expected value."""
    assume(abs(right - wrong) > 1e-3)
    text = fails(np.full(shape, wrong), np.full(shape, right), parts=[np.full(shape, right)])
    assert not re.search(r"\d\.\d|factor|difference|times", text)
